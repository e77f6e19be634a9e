/* `min`, `max` by the bits of floats: −0 is below +0; a NaN loses against a number, or wins with `.NaN`; two NaN give
   the canonical one. `.xorsign.abs`: the extreme of the magnitudes, with the product's sign. */

#pragma once

#include "instructions.h"

/* `U` and `S` are the integers of the float's size. `key` puts the bits in the order of the floats. */
#define EXTREMES(T, U, S, infinity, canonical)                                                                         \
    INLINE U key_##T(U bits) { return bits ^ (U)((U)((S)bits >> (BITS(U) - 1)) | (U)1 << (BITS(U) - 1)); }             \
    INLINE pred nan_##T(U bits) { return (U)(bits << 1) > (U)((U)(infinity) << 1); }                                   \
    INLINE U size_##T(U bits) { return bits & (U)((U)~0 >> 1); }                                                       \
    INLINE U lesser_##T(U a, U b) { return key_##T(a) < key_##T(b) ? a : b; }                                          \
    INLINE U greater_##T(U a, U b) { return key_##T(a) > key_##T(b) ? a : b; }                                         \
    INLINE U loses_##T(U best, U a, U b, U sign) {                                                                     \
        U nan = canonical, other = nan_##T(b) ? a : best, one = (nan_##T(a) ? b : other) | sign;                       \
        return (nan_##T(a) & nan_##T(b)) ? nan : one;                                                                  \
    }                                                                                                                  \
    INLINE U wins_##T(U best, U a, U b, U sign) {                                                                      \
        U nan = canonical, signed_best = best | sign;                                                                  \
        return (nan_##T(a) | nan_##T(b)) ? nan : signed_best;                                                          \
    }                                                                                                                  \
    INLINE U common_sign_##T(U a, U b) { return (a ^ b) & (U)((U)1 << (BITS(U) - 1)); }                                \
    EXTREME(min, lesser, T, U)                                                                                         \
    EXTREME(max, greater, T, U)
#define EXTREME(name, best, T, U)                                                                                      \
    T name##_##T(T a, T b) { return EXTREME_OF(T, U, loses, best, a, b); }                                             \
    T name##_NaN_##T(T a, T b) { return EXTREME_OF(T, U, wins, best, a, b); }                                          \
    T name##_xorsign_abs_##T(T a, T b) { return EXTREME_OF_SIZES(T, U, loses, best, a, b); }                           \
    T name##_NaN_xorsign_abs_##T(T a, T b) { return EXTREME_OF_SIZES(T, U, wins, best, a, b); }
#define AS(T, value) __builtin_bit_cast(T, value)
#define EXTREME_OF(T, U, nans, best, a, b)                                                                             \
    AS(T, nans##_##T(best##_##T(AS(U, a), AS(U, b)), AS(U, a), AS(U, b), 0))
#define EXTREME_OF_SIZES(T, U, nans, best, a, b)                                                                       \
    AS(T, nans##_##T(best##_##T(size_##T(AS(U, a)), size_##T(AS(U, b))), size_##T(AS(U, a)), size_##T(AS(U, b)),       \
                     common_sign_##T(AS(U, a), AS(U, b))))
