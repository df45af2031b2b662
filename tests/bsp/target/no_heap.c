/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output by a program that has used up its heap before it has printed anything.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ni.h"

int main(void)
{
    static char text[1200];
    size_t block;
    int n;

    for (block = 4096; block >= 4; block /= 2) {
        while (malloc(block)) {
        }
    }
    if (ni_node() == 1) {
        fprintf(stderr, "standard error first: %d\n", 1);
    }
    if (ni_node() == 2 && !fopen("none", "r")) {
        errno = ENOMEM;
        perror("the heap");
    }
    puts("puts");
    printf("%d %s %lld %c\n", 42, "text", 1LL << 40, 'c');
    printf("%f %.3e %g %.20f\n", 3.14159265, 12345.678, 1e-300, 0.1);
    memset(text, 'x', sizeof text - 1);
    printf("%s\n", text);
    n = printf("%.400f\n", 1.5);
    printf("%d\n", n);
    n = snprintf(text, sizeof text, "%f", 1e300);
    printf("%d %.9s\n", n, text);
    n = printf("%.3000d\n", 7);
    printf("%d\n", n);
    n = printf("%.300a\n", 1.0);
    printf("%a %d %d\n", 1.0, n, ferror(stdout) != 0);
    putchar('p');
    fputs("uts\n", stdout);
    if (fopen("none", "r") || getchar() != EOF) {
        return 1;
    }
    clearerr(stdout);
    printf("the end\n");
    if (ni_node() == 0) {
        abort();
    }
    return 0;
}
