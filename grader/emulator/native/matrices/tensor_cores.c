/* Products of halves and the like in the tensor cores' own arithmetic, which
   `tests/emulator/interpreter/tensor_cores.py` defines: eight neighbours of a row of D at once.

   All is integer arithmetic but for the last step: a sum of less than 53 bits becomes a double exactly, and its bits are
   cut there. */

#include "matrices.h"

enum { AT_ONCE = 8 };

typedef int32_t Ints __attribute__((vector_size(4 * AT_ONCE), aligned(4)));
typedef u32 Bits __attribute__((vector_size(4 * AT_ONCE), aligned(4)));
typedef float Floats __attribute__((vector_size(4 * AT_ONCE), aligned(4)));
typedef i64 Longs __attribute__((vector_size(8 * AT_ONCE), aligned(8)));
typedef u64 Words __attribute__((vector_size(8 * AT_ONCE), aligned(8)));
typedef double Doubles __attribute__((vector_size(8 * AT_ONCE), aligned(8)));

#define INLINE static inline __attribute__((always_inline))
#define LARGER __builtin_elementwise_max
#define SMALLER __builtin_elementwise_min
#define CONVERT(value, type) __builtin_convertvector(value, type)
/* Where `truth` has all bits set, else. */
#define PICK(truth, yes, no) (__typeof__(no))(((truth) & (__typeof__(truth))(yes)) | (~(truth) & (__typeof__(truth))(no)))

enum {
    /* Operands have 11 significant bits at most, and all are brought to that many; an f32 has 24. */
    FRACTION = 10,
    F32_FRACTION = 23,
    /* The least exponent to line up with; that of a product with a zero. */
    LEAST_EXPONENT = -133,
    NOTHING = -100000,
    F32_INFINITY = 0x7F800000,
    F16_INFINITY = 0x7C00,
    DOUBLE_FRACTION = 52,
    DOUBLE_BIAS = 1023,
};

/* A binary format: bits of its fraction and exponent, and low bits that an instruction ignores. */
struct Format {
    u32 fraction, exponent, ignored;
};

static const struct Format FORMATS[] = {
    [ELEMENT_F16] = {10, 5, 0},
    [ELEMENT_BF16] = {7, 8, 0},
    [ELEMENT_TF32] = {10, 8, 13},
    [ELEMENT_F32] = {23, 8, 0},
};

/* Significands with their signs, and exponents; −1 where an operand is infinite or no number. */
struct Split {
    Ints numbers, exponents, special;
};

INLINE Ints all(int32_t value) { return (Ints){} + value; }

INLINE bool any(Ints truths) { return __builtin_reduce_or(truths) != 0; }

INLINE Bits load(const u64 *cells) { return CONVERT(*(const Words *)cells, Bits); }

/* With so many bits after the point. */
INLINE struct Split split(Bits bits, const struct Format *format, u32 fraction_bits) {
    bits >>= format->ignored;
    u32 top = (1u << format->exponent) - 1;
    Bits fraction = bits & ((1u << format->fraction) - 1), biased = bits >> format->fraction & top;
    Ints normal = biased != 0;
    Ints size = (Ints)(fraction | ((Bits)normal & 1u << format->fraction)) << (fraction_bits - format->fraction);
    Ints negative = (bits >> (format->fraction + format->exponent) & 1) != 0;
    Ints exponent = (Ints)LARGER(biased, (Bits)all(1)) - (int32_t)(top >> 1);
    return (struct Split){(size ^ negative) - negative, PICK(size == 0, all(NOTHING), exponent), biased == top};
}

/* `number << up >> distance`, towards zero. */
INLINE Ints cut(Ints number, Ints distance, u32 up) {
    Ints sign = number >> 31;
    Bits size = (Bits)((number ^ sign) - sign) << up >> SMALLER((Bits)distance, (Bits)all(31));
    return ((Ints)size ^ sign) - sign;
}

/* A significand with its leading bit where an f32's is: what converting a subnormal f16 makes of it. */
INLINE struct Split as_normal(struct Split c) {
    Bits size = (Bits)__builtin_elementwise_abs(c.numbers);
    Ints shift = (Ints)__builtin_elementwise_clzg(size, (Bits)all(31 - F32_FRACTION)) - (31 - F32_FRACTION);
    return (struct Split){c.numbers << shift, c.exponents - shift, c.special};
}

/* A double's exponent as it stands in its bits. */
INLINE Longs field_of(Longs bits) { return bits >> DOUBLE_FRACTION & 0x7FF; }

/* Doubles without the bits that an f32 has no room for; the exponent tells how many those are. */
INLINE Bits cut_to_single(Longs bits) {
    Longs field = field_of(bits), below = LARGER(DOUBLE_BIAS - 126 - field, (Longs){});
    Longs kept = bits & ((Longs){} - 1) << SMALLER(below + 29, (Longs){} + 63);
    kept &= field >= DOUBLE_BIAS - 149;
    return (Bits)CONVERT((Doubles)kept, Floats);
}

/* Doubles rounded to the nearest f16: adding a large power of two leaves no bits below the last. */
INLINE Bits near_half(Doubles value) {
    Longs least = LARGER(field_of((Longs)value), (Longs){} + (DOUBLE_BIAS - 14));
    Doubles large = (Doubles)((least + (DOUBLE_FRACTION - 10)) << DOUBLE_FRACTION | 1ll << 51);
    Doubles near = (value + large) - large;
    Longs size = (Longs)near & INT64_MAX, small = size < (DOUBLE_BIAS - 14ll) << DOUBLE_FRACTION;
    /* In steps of the least subnormal, 2^−24, a subnormal is its own bit pattern. */
    Doubles steps = (Doubles)((Longs)((Doubles)size * 0x1p24) & small);
    Words normal = (Words)((size >> (DOUBLE_FRACTION - 10)) - ((DOUBLE_BIAS - 15ll) << 10));
    normal = SMALLER(normal, (Words){} + F16_INFINITY);
    Bits body = PICK(CONVERT(small, Ints), CONVERT(steps, Ints), CONVERT(normal, Bits));
    return body | CONVERT((Words)value >> 63, Bits) << 15;
}

/* `total` · 2^`last` as bits of an f32, cut, or of an f16, rounded to nearest even. */
INLINE Bits rounded(Longs total, Ints last, bool to_half) {
    Doubles power = (Doubles)(CONVERT(last + DOUBLE_BIAS, Longs) << DOUBLE_FRACTION);
    Doubles value = CONVERT(total, Doubles) * power;
    if (!to_half)
        return cut_to_single((Longs)value);
    Bits half = near_half(value);
    return half & (Bits)((half & 0x7FFF) != 0);
}

/* Floats that behave as the operands do in sums with infinities: 0, 1 or −1 for finite ones. */
INLINE Floats stand_in(Bits bits, const struct Format *format) {
    bits >>= format->ignored;
    u32 width = format->fraction + format->exponent, infinity = ((1u << format->exponent) - 1) << format->fraction;
    Bits body = bits & ((1u << width) - 1);
    Bits one = PICK(body == 0, (Bits){}, (Bits)all(0x3F800000));
    one = PICK(body == infinity, (Bits)all(F32_INFINITY), one);
    one = PICK(body > infinity, (Bits)all(0x7FC00000), one);
    return (Floats)(one | bits >> width << 31);
}

/* A product under way: A and B as they came and split, and what is odd about any of them. */
struct Work {
    const struct Product *product;
    const struct Format *a_format, *c_format;
    bool odd;
    u64 a[MOST_CELLS + 1], b[MOST_CELLS + 1], c[MOST_CELLS + 1], d[MOST_CELLS + 1];
    int32_t a_numbers[MOST_CELLS], a_exponents[MOST_CELLS], b_numbers[MOST_CELLS], b_exponents[MOST_CELLS];
};

static bool split_all(const u64 *cells, const struct Format *format, int32_t *numbers, int32_t *exponents, u64 count) {
    Ints odd = {};
    for (u64 n = 0; n < count; n += AT_ONCE) {
        struct Split some = split(load(&cells[n]), format, FRACTION);
        *(Ints *)&numbers[n] = some.numbers;
        *(Ints *)&exponents[n] = some.exponents;
        odd |= some.special;
    }
    return any(odd);
}

/* Some products and a sum so far: line up, cut, add, round. */
INLINE Bits step_from(const struct Work *work, u64 left, u64 right, u64 count, struct Split sum, bool in_halves) {
    u64 columns = work->product->n;
    u32 extra = (u32)work->product->extra_bits;
    Ints most = LARGER(sum.exponents, all(LEAST_EXPONENT)), total = {};
    for (u64 k = 0; k < count; k++)
        most = LARGER(most, work->a_exponents[left + k] + *(const Ints *)&work->b_exponents[right + k * columns]);
    for (u64 k = 0; k < count; k++) {
        Ints number = work->a_numbers[left + k] * *(const Ints *)&work->b_numbers[right + k * columns];
        Ints exponent = work->a_exponents[left + k] + *(const Ints *)&work->b_exponents[right + k * columns];
        /* The products of a step add up within 32 bits; the sum so far needs more. */
        total += cut(number, most - exponent, F32_FRACTION - 2 * FRACTION + extra);
    }
    Ints before = cut(sum.numbers, most - sum.exponents, extra);
    return rounded(CONVERT(total, Longs) + CONVERT(before, Longs), most - (int32_t)(F32_FRACTION + extra),
                   in_halves);
}

/* What infinite operands, and those that are no numbers, make of a sum. */
INLINE void take_odd(const struct Work *work, u64 i, u64 j, Bits *sum, bool halves_out) {
    const struct Product *product = work->product;
    Floats total = stand_in(load(&work->c[i * product->n + j]), work->c_format);
    for (u64 k = 0; k < product->k; k++)
        total += stand_in((Bits){} + (u32)work->a[i * product->k + k], work->a_format) *
                 stand_in(load(&work->b[k * product->n + j]), work->a_format);
    Bits pattern = (Bits)total, size = pattern & INT32_MAX, infinity = pattern;
    if (halves_out)
        infinity = pattern >> 31 << 15 | F16_INFINITY;
    *sum = PICK(size == F32_INFINITY, infinity, *sum);
    *sum = PICK(size > F32_INFINITY, (Bits)all(halves_out ? 0x7FFF : 0x7FFFFFFF), *sum);
}

INLINE void neighbours(struct Work *work, u64 i, u64 j, bool halves_in, bool halves_out) {
    const struct Product *product = work->product;
    const struct Format *format = work->c_format;
    bool in_halves = halves_in && halves_out, odd = work->odd;
    u64 cell = i * product->n + j;
    Bits bits = load(&work->c[cell]);
    for (u64 k = 0; k < product->k; k += product->step) {
        u64 count = product->k - k < product->step ? product->k - k : product->step;
        struct Split sum = split(bits, format, F32_FRACTION);
        if (!k)
            odd |= any(sum.special);
        if (!k && halves_in && !in_halves)
            sum = as_normal(sum);
        Bits made = step_from(work, i * product->k + k, k * product->n + j, count, sum, in_halves);
        /* Once infinite, a sum stays so. */
        bits = k ? PICK(sum.special, bits, made) : made;
        format = &FORMATS[in_halves ? ELEMENT_F16 : ELEMENT_F32];
    }
    if (halves_out && !in_halves)
        bits = near_half(CONVERT((Floats)bits, Doubles));
    if (odd)
        take_odd(work, i, j, &bits, halves_out);
    *(Words *)&work->d[cell] = CONVERT(bits, Words);
}

INLINE void multiply(struct Frames *frames, u64 have, u64 place, const struct Fragment *a, const struct Fragment *b,
                     const struct Fragment *c, const struct Fragment *d, const struct Product *product,
                     bool halves_in, bool halves_out) {
    struct Work work;
    work.product = product;
    work.a_format = &FORMATS[a->type];
    work.c_format = &FORMATS[c->type];
    /* What a lane would have brought that has not come. */
    __builtin_memset(work.a, 0, sizeof work.a);
    __builtin_memset(work.b, 0, sizeof work.b);
    __builtin_memset(work.c, 0, sizeof work.c);
    u64 next = gather(frames, have, place, a, work.a);
    next = gather(frames, have, next, b, work.b);
    gather(frames, have, next, c, work.c);
    work.odd = split_all(work.a, work.a_format, work.a_numbers, work.a_exponents, product->m * product->k);
    work.odd |= split_all(work.b, work.a_format, work.b_numbers, work.b_exponents, product->k * product->n);
    for (u64 i = 0; i < product->m; i++)
        for (u64 j = 0; j < product->n; j += AT_ONCE)
            neighbours(&work, i, j, halves_in, halves_out);
    scatter(frames, have, place, d, work.d);
}

/* By the types of C and D; sums are made in halves only where both are. */
#define MULTIPLY(types, halves_in, halves_out)                                                                         \
    void matrix_multiply_##types(struct Frames *frames, u64 have, u64 place, const struct Fragment *a,                 \
                                 const struct Fragment *b, const struct Fragment *c, const struct Fragment *d,         \
                                 const struct Product *product) {                                                      \
        multiply(frames, have, place, a, b, c, d, product, halves_in, halves_out);                                     \
    }

MULTIPLY(f16_f16, true, true)
MULTIPLY(f16_f32, true, false)
MULTIPLY(f32_f16, false, true)
MULTIPLY(f32_f32, false, false)
