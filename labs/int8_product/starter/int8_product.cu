// C = A * B of bytes: A has M rows and K columns, C has M rows and N columns of int. B comes transposed: row j of Bt
// holds column j of B, so that both are read along their rows. K is a multiple of 4.
//
// You choose how the kernel is launched: the grader reads TILE and ROWS from this file. A block computes TILE x TILE
// cells of C and has TILE x (TILE / ROWS) threads; each thread computes ROWS cells of one column.
//
//     int8_product<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE / ROWS)>>>(A, Bt, C, M, N, K);
//
// TILE may be from 8 to 64 and ROWS from 1 to 16, as constants outside all functions. A block has at most 1,024 threads.
//
// Four bytes side by side are one int: (const int *)A is A as rows of K / 4 words. __dp4a(a, b, sum) takes two words as
// four signed bytes each, multiplies them in pairs, and returns the four products added to sum.

constexpr int TILE = 16;
constexpr int ROWS = 1;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    // TODO: bring a tile of words of A and of Bt into shared memory, add up with __dp4a, store your cells. Then let a
    // thread compute several cells: which ROWS is best, and for which TILE?
}
