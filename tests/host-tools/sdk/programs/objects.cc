/* SPDX-License-Identifier: BSD-2-Clause */
/* C++ without its library: constructors, destructors, virtual functions, new and delete. */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>

#include "check.h"

struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};

struct Disc : Shape {
    double radius;
    explicit Disc(double r) : radius(r) {}
    ~Disc() override
    {
        std::printf("a disc of %.1f ends\n", radius);
    }
    double area() const override
    {
        return M_PI * radius * radius;
    }
};

static int alive;
struct Counted {
    Counted()
    {
        alive++;
    }
    ~Counted()
    {
        alive--;
    }
};

struct alignas(64) Line {
    char bytes[64];
};

static Disc first(1), second(2);
static Counted counted[40];
thread_local int of_this_core = 5;

static Disc &made_when_used()
{
    static Disc disc(3);
    return disc;
}

static int sum(std::initializer_list<int> list)
{
    int total = 0;
    for (int x : list) {
        total += x;
    }
    return total;
}

static int handled;
static void *reserve;
static void give_reserve()
{
    handled++;
    std::free(reserve);
    std::set_new_handler(nullptr);
}

static void check_new()
{
    Shape *shape = new Disc(0.5);
    CHECK(shape->area() > 0.78 && shape->area() < 0.79);
    delete shape;
    alignas(Disc) char room[sizeof(Disc)];
    Disc *placed = new (room) Disc(4);
    CHECK(static_cast<void *>(placed) == room);
    placed->~Disc();
    Counted *many = new Counted[10];
    CHECK(alive == 50);
    delete[] many;
    CHECK(alive == 40);
    CHECK(new (std::nothrow) char[100000000] == nullptr);
    for (int i = 0; i < 3000; i++) {
        Line *line = new Line, *lines = new Line[2];
        CHECK(reinterpret_cast<std::uintptr_t>(line) % 64 == 0 &&
              reinterpret_cast<std::uintptr_t>(lines) % 64 == 0);
        delete line;
        delete[] lines;
    }
    reserve = std::malloc(150000);
    std::set_new_handler(give_reserve);
    char *large = new char[140000];
    CHECK(handled == 1 && std::get_new_handler() == nullptr);
    std::memset(large, 1, 140000);
    delete[] large;
    ::operator delete(::operator new(8, std::align_val_t(32)), std::align_val_t(32));
}

int main()
{
    CHECK(alive == 40 && first.radius == 1 && second.radius == 2);
    CHECK(made_when_used().radius + made_when_used().radius == 6);
    CHECK(++of_this_core == 6);
    CHECK(sum({1, 2, 3}) == 6);
    check_new();
    return check_end();
}
