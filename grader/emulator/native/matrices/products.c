/* Products of matrices of integers, which are exact, and of doubles: one fused step after the other. */

#include "matrices.h"

struct Matrices {
    u64 a[MOST_CELLS + 1], b[MOST_CELLS + 1], c[MOST_CELLS + 1], d[MOST_CELLS + 1];
};

static void gather_all(struct Matrices *all, struct Frames *frames, u64 have, u64 place, const struct Fragment *a,
                       const struct Fragment *b, const struct Fragment *c) {
    *all = (struct Matrices){0};
    place = gather(frames, have, place, a, all->a);
    place = gather(frames, have, place, b, all->b);
    gather(frames, have, place, c, all->c);
}

static i64 within(i64 value, i64 least, i64 most) {
    return value < least ? least : value > most ? most : value;
}

void matrix_multiply_s32_s32(struct Frames *frames, u64 have, u64 place, const struct Fragment *a,
                              const struct Fragment *b, const struct Fragment *c, const struct Fragment *d,
                              const struct Product *product) {
    struct Matrices all;
    gather_all(&all, frames, have, place, a, b, c);
    for (u64 i = 0; i < product->m; i++)
        for (u64 j = 0; j < product->n; j++) {
            i64 total = (int32_t)all.c[i * product->n + j];
            for (u64 k = 0; k < product->k; k++)
                total += (i64)all.a[i * product->k + k] * (i64)all.b[k * product->n + j];
            all.d[i * product->n + j] = (u64)(product->saturates ? within(total, INT32_MIN, INT32_MAX) : total);
        }
    scatter(frames, have, place, d, all.d);
}

void matrix_multiply_f64_f64(struct Frames *frames, u64 have, u64 place, const struct Fragment *a,
                             const struct Fragment *b, const struct Fragment *c, const struct Fragment *d,
                             const struct Product *product) {
    struct Matrices all;
    gather_all(&all, frames, have, place, a, b, c);
    const double *left = (const double *)all.a, *right = (const double *)all.b;
    for (u64 i = 0; i < product->m; i++)
        for (u64 j = 0; j < product->n; j++) {
            double total = ((const double *)all.c)[i * product->n + j];
            for (u64 k = 0; k < product->k; k++)
                total = __builtin_elementwise_fma(left[i * product->k + k], right[k * product->n + j], total);
            ((double *)all.d)[i * product->n + j] = total;
        }
    scatter(frames, have, place, d, all.d);
}
