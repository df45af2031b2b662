/* SPDX-License-Identifier: BSD-2-Clause */
/* A constructor calls a function that is there in no class yet. */
struct Base {
    Base()
    {
        call();
    }
    void call()
    {
        pure();
    }
    virtual void pure() = 0;
    virtual ~Base() {}
};
struct Derived : Base {
    void pure() override {}
};

int main()
{
    Derived d;
    return 0;
}
