/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's printf, with all that C and POSIX ask of it, makes an image 33 KB larger than this one. It is
 * there twice, for streams and for strings, and calculates with long doubles. Here every kind of output
 * is a function that takes bytes, and the digits of a number come from its bits (decimal.h).
 */
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "decimal.h"

enum {
    LEFT = 1,
    PLUS = 2,
    SPACE = 4,
    ALTERNATE = 8,
    ZERO = 16,
    POSITIONS = 32,
    IN_ORDER = 255, /* the next argument, in place of a position */
    ABSENT = -1,
    INTEGER_TEXT = 64, /* %b of 64 bits */
    SOME = 32          /* bytes that are put at once */
};

/* One conversion as it is written. Positions count from 1; 0: there is none. */
struct spec {
    uint8_t flags, value_at, width_at, precision_at;
    char size, conversion; /* hh is H, ll is q */
    int width, precision;
};

enum kind { KIND_NONE, KIND_INT, KIND_LONG, KIND_DOUBLE, KIND_QUAD };

union value {
    uint64_t integer;
    double number;
    format_quad quad;
};

struct format {
    struct format_out *out;
    va_list *arguments;
    const union value *table; /* of all positions; NULL: they come in order */
    size_t total;
    bool failed;
};

static void put(struct format *f, const char *text, size_t bytes)
{
    f->total += bytes;
    if (f->total > INT_MAX && !f->failed) {
        errno = EOVERFLOW;
        f->failed = true;
    }
    if (bytes > 0 && !f->failed && f->out->put(f->out, text, bytes) != 0) {
        f->failed = true;
    }
}

static void put_many(struct format *f, char c, size_t count)
{
    char some[SOME];

    memset(some, c, sizeof some);
    for (; count > sizeof some && !f->failed; count -= sizeof some) {
        put(f, some, sizeof some);
    }
    put(f, some, count > sizeof some ? sizeof some : count);
}

/* The prefix, what fills a field in front of it or behind it, and room for so many bytes. Returns how
 * many spaces follow those. */
static size_t begin_field(struct format *f, const struct spec *s, const char *prefix, size_t bytes)
{
    size_t used = strlen(prefix) + bytes, width = (size_t)s->width;
    size_t fill = width > used ? width - used : 0;

    if (!(s->flags & (LEFT | ZERO))) {
        put_many(f, ' ', fill);
    }
    put(f, prefix, used - bytes);
    if ((s->flags & (LEFT | ZERO)) == ZERO) {
        put_many(f, '0', fill);
    }
    return s->flags & LEFT ? fill : 0;
}

static void put_field(struct format *f, const struct spec *s, const char *prefix, const char *text,
                      size_t bytes)
{
    size_t fill = begin_field(f, s, prefix, bytes);

    put(f, text, bytes);
    put_many(f, ' ', fill);
}

/* --- integers --- */

static size_t bytes_of(const struct spec *s)
{
    switch (s->size) {
    case 'H':
        return sizeof(char);
    case 'h':
        return sizeof(short);
    case 'l':
        return sizeof(long);
    case 'q':
    case 'j':
    case 'L':
        return sizeof(long long);
    case 'z':
    case 't':
        return sizeof(size_t);
    default:
        return sizeof(int);
    }
}

static char *digits_before(char *end, uint64_t value, uint32_t base, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    uint32_t low;

    for (; value > UINT32_MAX; value /= base) {
        *--end = digits[value % base];
    }
    for (low = (uint32_t)value; low != 0; low /= base) {
        *--end = digits[low % base];
    }
    return end;
}

static const char *sign_of(const struct spec *s, bool negative)
{
    return negative ? "-" : s->flags & PLUS ? "+" : s->flags & SPACE ? " " : "";
}

static uint32_t base_of(char conversion)
{
    switch (conversion) {
    case 'o':
        return 8;
    case 'x':
    case 'X':
    case 'p':
        return 16;
    default:
        return 10;
    }
}

static void put_integer(struct format *f, struct spec *s, uint64_t value)
{
    unsigned unused = 64 - 8 * (unsigned)(s->conversion == 'p' ? sizeof(void *) : bytes_of(s));
    uint32_t base = base_of(s->conversion);
    bool is_signed = s->conversion == 'd' || s->conversion == 'i', negative;
    char text[INTEGER_TEXT], *end = text + sizeof text, *at;
    const char *prefix = "";
    int bytes, zeros;
    size_t fill;

    value <<= unused;
    negative = is_signed && value >> 63;
    value = negative ? (0 - value) >> unused : value >> unused;
    at = digits_before(end, value, base, s->conversion == 'X');
    bytes = (int)(end - at);
    if (is_signed) {
        prefix = sign_of(s, negative);
    } else if (base == 16 && (s->conversion == 'p' || (s->flags & ALTERNATE && value != 0))) {
        prefix = s->conversion == 'X' ? "0X" : "0x";
    }
    if (s->precision != ABSENT) {
        s->flags &= (uint8_t)~ZERO;
    }
    zeros = (s->precision == ABSENT ? 1 : s->precision) - bytes;
    zeros = zeros > 0 ? zeros : base == 8 && s->flags & ALTERNATE ? bytes == 0 || *at != '0' : 0;
    fill = begin_field(f, s, prefix, (size_t)zeros + (size_t)bytes);
    put_many(f, '0', (size_t)zeros);
    put(f, at, (size_t)bytes);
    put_many(f, ' ', fill);
}

/* --- floating point --- */

struct real {
    struct binary binary;
    int bits; /* of a mantissa */
    bool negative;
    const char *name; /* of what is no number */
};

static void take_apart(struct real *r, bool is_quad, const union value *v)
{
    uint32_t word[DECIMAL_WORDS] = {0}, top, stored, highest;

    memcpy(word, v, is_quad ? sizeof v->quad : sizeof v->number);
    highest = is_quad ? 3 : 1;
    stored = is_quad ? 16 : 20; /* bits of the mantissa in the highest word */
    top = word[highest];
    r->bits = is_quad ? 113 : 53;
    r->negative = top >> 31;
    top = top << 1 >> (stored + 1);
    word[highest] &= (UINT32_C(1) << stored) - 1;
    r->name = NULL;
    if (top == UINT32_C(0x7fffffff) >> stored) {
        r->name = word[0] | word[1] | word[2] | word[3] ? "nan" : "inf";
    }
    if (top != 0) {
        word[highest] |= UINT32_C(1) << stored;
    }
    memcpy(r->binary.mantissa, word, sizeof word);
    r->binary.exponent =
        (int)(top ? top : 1) - (int)(UINT32_C(0x3fffffff) >> stored) - (r->bits - 1);
}

/* The digits from number `from` down; below number 0 there are zeros. */
static void put_digits(struct format *f, const struct decimal *d, uint32_t from, uint32_t count)
{
    while (count > 0 && !f->failed) {
        char some[SOME];
        size_t bytes = 0;

        for (; bytes < sizeof some && count > 0; count--, from--) {
            some[bytes++] = (char)('0' + (from < UINT32_MAX / 2 ? decimal_digit(d, from) : 0));
        }
        put(f, some, bytes);
    }
}

/* e and at least `least` digits. Returns the end. */
static char *exponent_text(char *to, char letter, int exponent, int least)
{
    char text[INTEGER_TEXT], *end = text + sizeof text, *at;

    *to++ = letter;
    *to++ = exponent < 0 ? '-' : '+';
    at = digits_before(end, (uint32_t)(exponent < 0 ? -exponent : exponent), 10, false);
    while (end - at < least) {
        *--at = '0';
    }
    memcpy(to, at, (size_t)(end - at));
    return to + (end - at);
}

/* `whole` digits from number `from` down, a point if there is anything behind it, `behind` digits and
 * an exponent. */
static void put_decimal(struct format *f, const struct spec *s, const struct decimal *d,
                        bool negative, uint32_t from, uint32_t whole, uint32_t behind,
                        const char *exponent)
{
    bool point = behind > 0 || s->flags & ALTERNATE;
    size_t bytes = strlen(exponent);
    size_t fill = begin_field(f, s, sign_of(s, negative), whole + point + behind + bytes);

    put_digits(f, d, from, whole);
    put(f, ".", point);
    put_digits(f, d, from - whole, behind);
    put(f, exponent, bytes);
    put_many(f, ' ', fill);
}

static void put_fixed(struct format *f, const struct spec *s, const struct decimal *d,
                      bool negative, uint32_t precision)
{
    uint32_t whole = d->digits > d->behind ? d->digits - d->behind : 1;

    put_decimal(f, s, d, negative, d->behind + whole - 1, whole, precision, "");
}

static void put_scientific(struct format *f, const struct spec *s, const struct decimal *d,
                           bool negative, uint32_t precision)
{
    char exponent[SOME];
    char letter = s->conversion >= 'a' ? 'e' : 'E';

    *exponent_text(exponent, letter, (int)d->digits - 1 - (int)d->behind, 2) = '\0';
    put_decimal(f, s, d, negative, d->digits - 1, 1, precision, exponent);
}

static uint32_t more(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}

/* %g: as %f if the exponent is from -4 to below the precision, else as %e; no zeros at the end. */
static void put_general(struct format *f, const struct spec *s, struct decimal *d, bool negative,
                        uint32_t precision)
{
    uint32_t wanted = precision ? precision : 1, last;
    int exponent;

    decimal_round(d, more(d->digits, wanted));
    exponent = (int)d->digits - 1 - (int)d->behind;
    if (!(s->flags & ALTERNATE)) {
        last = more(d->digits, wanted); /* the number of the last digit that is put */
        while (last + 1 < d->digits && decimal_digit(d, last) == 0) {
            last++;
        }
        precision = d->digits - last;
    } else {
        precision = wanted;
    }
    if (exponent < -4 || (exponent >= 0 && (uint32_t)exponent >= wanted)) {
        put_scientific(f, s, d, negative, precision - 1);
    } else if (exponent >= 0) {
        put_fixed(f, s, d, negative, more(precision, (uint32_t)exponent + 1));
    } else {
        put_fixed(f, s, d, negative, precision - 1 + (uint32_t)-exponent);
    }
}

static void put_digits_of(struct format *f, const struct spec *s, struct real *r,
                          uint32_t precision)
{
    struct decimal d;

    binary_reduce(&r->binary);
    {
        uint32_t room[decimal_room(&r->binary)];

        decimal_expand(&d, room, &r->binary);
        switch (s->conversion | 0x20) {
        case 'f':
            decimal_round(&d, more(d.behind, precision));
            put_fixed(f, s, &d, r->negative, precision);
            break;
        case 'e':
            decimal_round(&d, more(more(d.digits, precision), 1));
            put_scientific(f, s, &d, r->negative, precision);
            break;
        default:
            put_general(f, s, &d, r->negative, precision);
            break;
        }
    }
}

static void shift_left(uint32_t word[DECIMAL_WORDS])
{
    for (int i = DECIMAL_WORDS - 1; i >= 0; i--) {
        word[i] = word[i] << 1 | (i ? word[i - 1] >> 31 : 0);
    }
}

static uint32_t bit(const uint32_t word[DECIMAL_WORDS], int i)
{
    return word[i / 32] >> i % 32 & 1;
}

/* Rounds the last bits away, to even. */
static void round_bits(uint32_t word[DECIMAL_WORDS], int bits)
{
    bool up = bit(word, bits - 1);

    if (up && !bit(word, bits)) {
        up = false;
        for (int i = 0; i < bits - 1; i++) {
            up = up || bit(word, i);
        }
    }
    for (int i = bits; up; i++) {
        word[i / 32] ^= UINT32_C(1) << i % 32;
        up = !bit(word, i);
    }
}

/* The first digit is 1 (or 2, if it was rounded up), but of zero. */
static void put_hexadecimal(struct format *f, const struct spec *s, struct real *r)
{
    bool upper = s->conversion == 'A';
    const char *digit = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[2 * SOME], *at = text, prefix[4];
    uint32_t *word = r->binary.mantissa;
    int below = r->bits - 1, exponent = r->binary.exponent + below, nibbles = below / 4, zeros = 0;
    bool zero = !(word[0] | word[1] | word[2] | word[3]);
    size_t mantissa, fill;

    strcpy(prefix, sign_of(s, r->negative));
    strcat(prefix, upper ? "0X" : "0x");
    for (; !zero && !bit(word, below); exponent--) {
        shift_left(word);
    }
    if (s->precision != ABSENT && s->precision < nibbles) {
        round_bits(word, below - 4 * s->precision);
        nibbles = s->precision;
    } else if (s->precision != ABSENT) {
        zeros = s->precision - nibbles;
    }
    *at++ = digit[bit(word, below + 1) << 1 | bit(word, below)];
    *at++ = '.';
    for (int i = 1; i <= nibbles; i++) {
        *at++ = digit[word[(below - 4 * i) / 32] >> (below - 4 * i) % 32 & 15];
    }
    while (s->precision == ABSENT && at[-1] == '0') {
        at--;
    }
    if (at == text + 2 && zeros == 0 && !(s->flags & ALTERNATE)) {
        at--;
    }
    mantissa = (size_t)(at - text);
    at = exponent_text(at, upper ? 'P' : 'p', zero ? 0 : exponent, 1);
    fill = begin_field(f, s, prefix, (size_t)(at - text) + (size_t)zeros);
    put(f, text, mantissa);
    put_many(f, '0', (size_t)zeros);
    put(f, text + mantissa, (size_t)(at - text) - mantissa);
    put_many(f, ' ', fill);
}

static void put_real(struct format *f, struct spec *s, const union value *v)
{
    struct real r;
    char name[3];

    take_apart(&r, s->size == 'L', v);
    if (r.name) {
        s->flags &= (uint8_t)~ZERO;
        for (int i = 0; i < 3; i++) {
            name[i] = (char)(s->conversion < 'a' ? r.name[i] & ~0x20 : r.name[i]);
        }
        put_field(f, s, sign_of(s, r.negative), name, sizeof name);
    } else if ((s->conversion | 0x20) == 'a') {
        put_hexadecimal(f, s, &r);
    } else {
        put_digits_of(f, s, &r, s->precision == ABSENT ? 6 : (uint32_t)s->precision);
    }
}

/* --- texts --- */

/* How many bytes a wide character has, which are written to `to`. */
static size_t bytes_of_wide(struct format *f, char *to, wchar_t c, mbstate_t *state)
{
    size_t bytes = wcrtomb(to, c, state);

    if (bytes == (size_t)-1) {
        f->failed = true; /* errno is EILSEQ */
        return 0;
    }
    return bytes;
}

/* As many whole characters as the precision has room for. First they are counted. */
static void put_wide_text(struct format *f, const struct spec *s, const wchar_t *text)
{
    char some[MB_LEN_MAX];
    size_t room = s->precision == ABSENT ? SIZE_MAX : (size_t)s->precision, bytes = 0, fill, n;
    mbstate_t state = {0};
    const wchar_t *end;

    for (end = text; !f->failed && bytes < room && *end; end++) {
        n = bytes_of_wide(f, some, *end, &state);
        if (n > room - bytes) {
            break;
        }
        bytes += n;
    }
    fill = begin_field(f, s, "", bytes);
    memset(&state, 0, sizeof state);
    for (; text != end && !f->failed; text++) {
        put(f, some, bytes_of_wide(f, some, *text, &state));
    }
    put_many(f, ' ', fill);
}

static void put_text(struct format *f, struct spec *s, const void *text)
{
    const char *end;

    s->flags &= (uint8_t)~ZERO;
    if (s->size == 'l' && text) {
        put_wide_text(f, s, text);
        return;
    }
    text = text ? text : "(null)";
    end = s->precision == ABSENT ? NULL : memchr(text, '\0', (size_t)s->precision);
    if (s->precision != ABSENT && !end) {
        end = (const char *)text + s->precision;
    }
    put_field(f, s, "", text, end ? (size_t)(end - (const char *)text) : strlen(text));
}

static void put_character(struct format *f, struct spec *s, uint32_t c)
{
    char text[MB_LEN_MAX] = {(char)c};
    mbstate_t state = {0};
    size_t bytes = s->size == 'l' ? bytes_of_wide(f, text, (wchar_t)c, &state) : 1;

    s->flags &= (uint8_t)~ZERO;
    put_field(f, s, "", text, bytes);
}

static void store_total(const struct format *f, const struct spec *s, void *to)
{
    uint64_t total = f->total;

    memcpy(to, &total, bytes_of(s)); /* the lowest byte is the first one */
}

/* --- the format --- */

static const char *read_number(const char *at, int *number)
{
    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        *number = *number > (INT_MAX - 9) / 10 ? INT_MAX : *number * 10 + (*at - '0');
    }
    return at;
}

/* A number and $. Returns behind it, or `at` if that is not what is there. A position that is too
 * high is one above the highest. */
static const char *read_position(const char *at, uint8_t *position)
{
    int number;
    const char *end = read_number(at, &number);

    if (*end != '$' || number == 0) {
        return at;
    }
    *position = (uint8_t)(number > POSITIONS ? POSITIONS + 1 : number);
    return end + 1;
}

/* A number, or * and perhaps a position. */
static const char *read_size(const char *at, int *number, uint8_t *position)
{
    if (*at != '*') {
        return read_number(at, number);
    }
    *position = IN_ORDER;
    return read_position(at + 1, position);
}

static const char *read_flags(const char *at, uint8_t *flags)
{
    for (;; at++) {
        switch (*at) {
        case '-':
            *flags |= LEFT;
            break;
        case '+':
            *flags |= PLUS;
            break;
        case ' ':
            *flags |= SPACE;
            break;
        case '#':
            *flags |= ALTERNATE;
            break;
        case '0':
            *flags |= ZERO;
            break;
        case '\'': /* groups of digits, of which the locale has none */
            break;
        default:
            return at;
        }
    }
}

/* What is behind a %. Returns behind the conversion. */
static const char *read_spec(const char *at, struct spec *s)
{
    memset(s, 0, sizeof *s);
    s->value_at = IN_ORDER;
    s->precision = ABSENT;
    at = read_position(at, &s->value_at);
    at = read_flags(at, &s->flags);
    at = read_size(at, &s->width, &s->width_at);
    if (*at == '.') {
        at = read_size(at + 1, &s->precision, &s->precision_at);
    }
    for (; *at && strchr("hlqjztL", *at); at++) {
        s->size = s->size != *at ? *at : *at == 'h' ? 'H' : *at == 'l' ? 'q' : *at;
    }
    s->conversion = *at;
    switch (*at) {
    case 'C':
    case 'S':
        s->size = 'l';
        s->conversion += 'a' - 'A';
        break;
    case 'D':
    case 'O':
    case 'U': /* as of old */
        s->size = 'l';
        s->conversion += 'a' - 'A';
        break;
    }
    return *at ? at + 1 : at;
}

static enum kind kind_of(const struct spec *s)
{
    size_t bytes;

    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        bytes = bytes_of(s);
        break;
    case 'c':
        bytes = s->size == 'l' ? sizeof(wint_t) : sizeof(int);
        break;
    case 'p':
    case 's':
    case 'n':
        bytes = sizeof(void *);
        break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return s->size == 'L' ? KIND_QUAD : KIND_DOUBLE;
    default:
        return KIND_NONE;
    }
    return bytes > sizeof(int) ? KIND_LONG : KIND_INT;
}

static void take(va_list *arguments, enum kind kind, union value *v)
{
    switch (kind) {
    case KIND_NONE:
        break;
    case KIND_INT:
        v->integer = va_arg(*arguments, unsigned);
        break;
    case KIND_LONG:
        v->integer = va_arg(*arguments, uint64_t);
        break;
    case KIND_DOUBLE:
        v->number = va_arg(*arguments, double);
        break;
    case KIND_QUAD:
        v->quad = va_arg(*arguments, format_quad);
        break;
    }
}

static void argument(struct format *f, uint8_t at, enum kind kind, union value *v)
{
    if (at == IN_ORDER) {
        take(f->arguments, kind, v);
    } else {
        *v = f->table[at - 1];
    }
}

/* A width that is an argument may be negative: the field is then filled on the right. */
static void read_sizes(struct format *f, struct spec *s)
{
    union value v;

    if (s->width_at) {
        argument(f, s->width_at, KIND_INT, &v);
        s->width = (int)v.integer;
        if (s->width < 0) {
            s->flags |= LEFT;
            s->width = s->width == INT_MIN ? INT_MAX : -s->width;
        }
    }
    if (s->precision_at) {
        argument(f, s->precision_at, KIND_INT, &v);
        s->precision = (int)v.integer < 0 ? ABSENT : (int)v.integer;
    }
}

static void convert(struct format *f, struct spec *s)
{
    union value v;
    enum kind kind = kind_of(s);

    read_sizes(f, s);
    if (kind == KIND_NONE) {
        put_character(f, s, (unsigned char)s->conversion); /* as % itself */
        return;
    }
    argument(f, s->value_at, kind, &v);
    switch (s->conversion) {
    case 'c':
        put_character(f, s, (uint32_t)v.integer);
        break;
    case 's':
        put_text(f, s, (const void *)(uintptr_t)v.integer);
        break;
    case 'n':
        store_total(f, s, (void *)(uintptr_t)v.integer);
        break;
    default:
        if (kind == KIND_DOUBLE || kind == KIND_QUAD) {
            put_real(f, s, &v);
        } else {
            put_integer(f, s, v.integer);
        }
        break;
    }
}

static int convert_all(struct format *f, const char *at)
{
    struct spec s;
    const char *text;

    while (*at && !f->failed) {
        for (text = at; *at && *at != '%';) {
            at++;
        }
        put(f, text, (size_t)(at - text));
        if (*at) {
            at = read_spec(at + 1, &s);
            if (!s.conversion) {
                break;
            }
            convert(f, &s);
        }
    }
    return f->failed ? -1 : (int)f->total;
}

/* Notes of which kind the argument at a position is. */
static bool note(uint8_t kinds[POSITIONS], uint8_t at, enum kind kind)
{
    if (at == 0 || at > POSITIONS) {
        return at == 0;
    }
    kinds[at - 1] = (uint8_t)kind;
    return true;
}

/* A format of which each argument has a position: all of them are taken before the first is used. */
static __attribute__((noinline)) int convert_by_position(struct format *f, const char *format)
{
    uint8_t kinds[POSITIONS] = {0};
    union value table[POSITIONS];
    struct spec s;

    for (const char *at = format; (at = strchr(at, '%'));) {
        at = read_spec(at + 1, &s);
        if (s.conversion != '%' &&
            (!note(kinds, s.width_at, KIND_INT) || !note(kinds, s.precision_at, KIND_INT) ||
             !note(kinds, s.value_at, kind_of(&s)))) {
            errno = EINVAL;
            return -1;
        }
    }
    for (int i = 0; i < POSITIONS && kinds[i]; i++) {
        take(f->arguments, (enum kind)kinds[i], &table[i]);
    }
    f->table = table;
    return convert_all(f, format);
}

static bool has_positions(const char *format)
{
    struct spec s;

    if (!strchr(format, '$')) {
        return false;
    }
    for (const char *at = format; (at = strchr(at, '%'));) {
        at = read_spec(at + 1, &s);
        if (s.conversion && s.conversion != '%') {
            return s.value_at != IN_ORDER;
        }
    }
    return false;
}

int bsp_format(struct format_out *out, const char *format, va_list arguments)
{
    struct format f = {.out = out};
    va_list copy;
    int bytes;

    va_copy(copy, arguments);
    f.arguments = &copy;
    bytes = has_positions(format) ? convert_by_position(&f, format) : convert_all(&f, format);
    va_end(copy);
    return bytes;
}
