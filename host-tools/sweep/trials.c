/* SPDX-License-Identifier: BSD-2-Clause */
#include "trials.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "decimal.h"

enum { FIRST_LOOK = 10, SHARES_MAX = 100000 };

/* N, or A..B. */
static enum status parse_count(struct trials *t, const char *text, struct error *error)
{
    char *copy = alloc_text(text), *to = strstr(copy, "..");
    uint64_t least = 0, most = 0;
    if (to) {
        *to = 0;
        to += 2;
    }
    enum status status = number_parse("trials", copy, 1, TRIALS_MAX, &least, error);
    if (!status && to) {
        status = number_parse("trials", to, 1, TRIALS_MAX, &most, error);
    }
    if (!status && to && most < least) {
        error_set(error, STATUS_BAD, "trials '%s': it ends before it begins", text);
        status = error_fix(error, "write the least number first, as 10..400");
    }
    *t = (struct trials){(uint32_t)least, (uint32_t)(to ? most : least), 0};
    free(copy);
    return status;
}

static enum status parse_precision(double *precision, const char *text, struct error *error)
{
    const char *rest = text;
    decimal percent;
    if (!decimal_read(&rest, &percent) || (*rest && strcmp(rest, "%") != 0) || !percent ||
        percent > 100 * DECIMAL_ONE) {
        return error_set(
            error, STATUS_BAD,
            "precision '%s': must be per cent of the mean, above 0 and at most 100, as 1%%", text);
    }
    *precision = (double)percent / DECIMAL_ONE / 100;
    return STATUS_DONE;
}

enum status trials_parse(struct trials *t, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_trials], *precision = o->text[KEY_precision];
    *t = (struct trials){1, 1, 0};
    enum status status = text ? parse_count(t, text, error) : STATUS_DONE;
    if (status) {
        return status;
    }
    if (precision && t->least == t->most) {
        error_set(error, STATUS_BAD, "precision: needs a range of trials");
        return error_fix(error, "give how many at least and at most, as --trials 10..400");
    }
    if (!precision && t->least < t->most) {
        error_set(error, STATUS_BAD, "trials '%s': when are they enough?", text);
        return error_fix(error, "give one number, or --precision, as --precision 1%%");
    }
    return precision ? parse_precision(&t->precision, precision, error) : STATUS_DONE;
}

uint32_t trials_next(const struct trials *t, uint32_t done)
{
    uint32_t next = FIRST_LOOK;
    if (t->precision == 0) {
        return t->most;
    }
    while (next < t->least || next <= done) {
        next *= 2;
    }
    return next < t->most ? next : t->most;
}

enum status share_parse(struct share *s, const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_share];
    *s = (struct share){0, 1};
    if (!text) {
        return STATUS_DONE;
    }
    char *copy = alloc_text(text), *of = strchr(copy, '/');
    uint64_t part = 0, parts = 0;
    struct error unused;
    if (of) {
        *of++ = 0;
    }
    if (!of || number_parse("share", of, 1, SHARES_MAX, &parts, &unused) ||
        number_parse("share", copy, 1, parts, &part, &unused)) {
        error_set(error, STATUS_BAD, "share '%s': must be which part of how many", text);
        free(copy);
        return error_fix(error, "the third of eight machines takes 3/8");
    }
    *s = (struct share){(uint32_t)part - 1, (uint32_t)parts};
    free(copy);
    return STATUS_DONE;
}
