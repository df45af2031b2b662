/* SPDX-License-Identifier: BSD-2-Clause */
/* towctrans() of newlib asks for these and does not bring them along: a Japanese character as Unicode
 * and back, in character sets that are not here. All others are Unicode already. */
#include <locale.h>
#include <wchar.h>

wint_t _jp2uc_l(wint_t c, locale_t locale);
wint_t _uc2jp_l(wint_t c, locale_t locale);

wint_t _jp2uc_l(wint_t c, locale_t locale)
{
    (void)locale;
    return c;
}

wint_t _uc2jp_l(wint_t c, locale_t locale)
{
    (void)locale;
    return c;
}
