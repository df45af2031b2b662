/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's strtold(), and what stands on it, as wcstold() and scanf's %Lf, ask _strtorx_l() for the
 * long double of another machine, of 80 bits. The linker leads that call here (--wrap,
 * nocturne.specs), where it gets one of 128 bits. It is rounded to the nearest.
 */
#include <locale.h>
#include <reent.h>
#include <stdint.h>
#include <string.h>

/* newlib's, as its gdtoa.h has them, which we may not include. */
struct floating_point {
    int bits, lowest, highest; /* exponents of the last bit */
    int rounding, flush;
};
int _strtodg_l(struct _reent *reent, const char *text, char **end, struct floating_point *kind,
               int32_t *exponent, uint32_t *bits, locale_t locale);
int __wrap__strtorx_l(struct _reent *reent, const char *text, char **end, int rounding, void *to,
                      locale_t locale);

enum { ZERO, NORMAL, DENORMAL, INFINITE, KINDS = 0xf, NO_NUMBER = 6, NEGATIVE = 0x100 };
enum { WORDS = 4, BITS = 113, BIAS = 16383, NEAREST = 1 };

int __wrap__strtorx_l(struct _reent *reent, const char *text, char **end, int rounding, void *to,
                      locale_t locale)
{
    struct floating_point quad = {BITS, 1 - BIAS - (BITS - 1), BIAS - (BITS - 1), NEAREST, 0};
    uint32_t word[WORDS] = {0}, top = 0;
    int32_t exponent = 0;
    int result = _strtodg_l(reent, text, end, &quad, &exponent, word, locale),
        kind = result & KINDS;

    (void)rounding;
    if (kind == NORMAL || kind == DENORMAL) {
        top = kind == NORMAL ? (uint32_t)(exponent + BIAS + (BITS - 1)) : 0;
        word[WORDS - 1] &= 0xffff;
    } else {
        memset(word, 0, sizeof word);
        if (kind != ZERO && kind != NO_NUMBER) {
            top = 2 * BIAS + 1;
            word[WORDS - 1] = kind == INFINITE ? 0 : 0x8000;
        }
    }
    word[WORDS - 1] |= top << 16 | (result & NEGATIVE ? UINT32_C(1) << 31 : 0);
    memcpy(to, word, sizeof word);
    return result;
}
