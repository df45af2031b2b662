/* SPDX-License-Identifier: BSD-2-Clause */
/* std::terminate(), and the classes of exceptions, which nobody throws. */
#include <exception>
#include <new>

#include <stdio.h>
#include <stdlib.h>

static std::terminate_handler handler;

std::terminate_handler std::set_terminate(std::terminate_handler now) noexcept
{
    std::terminate_handler before = handler;
    handler = now;
    return before;
}

std::terminate_handler std::get_terminate() noexcept
{
    return handler ? handler : abort;
}

void std::terminate() noexcept
{
    if (handler) {
        handler(); /* ends the program */
    } else {
        fprintf(stderr, "std::terminate() was called\n");
    }
    abort();
}

std::exception::~exception() {}

const char *std::exception::what() const noexcept
{
    return "std::exception";
}

const char *std::bad_exception::what() const noexcept
{
    return "std::bad_exception";
}

const char *std::bad_alloc::what() const noexcept
{
    return "std::bad_alloc";
}

const char *std::bad_array_new_length::what() const noexcept
{
    return "std::bad_array_new_length";
}
