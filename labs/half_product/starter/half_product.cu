// C = A * B by tensor cores: A has M rows and K columns, B has K rows and N columns, both of half; C is of float.
//
// You choose how the kernel is launched: the grader reads WARPS_X and WARPS_Y from this file. A warp computes 16 x 16
// cells of C, and a block has WARPS_X warps side by side and WARPS_Y one below the other; threadIdx.y is the warp.
//
//     half_product<<<dim3((N + 16 * WARPS_X - 1) / (16 * WARPS_X), (M + 16 * WARPS_Y - 1) / (16 * WARPS_Y)),
//                    dim3(32, WARPS_X * WARPS_Y)>>>(A, B, C, M, N, K);
//
// Both may be from 1 to 8, as constants outside all functions. A block has at most 1,024 threads.
//
// A fragment is held by a whole warp: load_matrix_sync takes 16 x 16 elements, mma_sync multiplies two fragments and
// adds a third, store_matrix_sync puts one down. All threads of the warp must come to each of them, and M, N and K may be
// anything: let the block bring what it needs into shared memory, with zeros where there is nothing left.
#include <mma.h>

constexpr int WARPS_X = 2;
constexpr int WARPS_Y = 2;

using namespace nvcuda;

extern "C" __global__ void half_product(const half *A, const half *B, float *C, int M, int N, int K) {
    // TODO: fill a fragment with zeros; for every 16 of K bring 16 columns of A and 16 rows of B into shared memory, load
    // your warp's two fragments from there and multiply them; store the cells that are inside C.
}
