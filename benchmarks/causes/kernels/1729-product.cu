#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // the tile of A is kept transposed: At[k][row]
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    unsigned int m = blockIdx.y * TILE_WIDTH + ty;
    unsigned int n = blockIdx.x * TILE_WIDTH + tx;

    unsigned int uM = M, uK = K, uN = N;
    float dotp = 0.0f;

    unsigned int k0 = 0;
    while (k0 < uK) {
        At[tx][ty] = (m < uM && k0 + tx < uK) ? A[m * uK + k0 + tx] : 0.0f;
        Bt[ty][tx] = (n < uN && k0 + ty < uK) ? B[(k0 + ty) * uN + n] : 0.0f;
        __syncthreads();

        for (unsigned int k = 0; k < TILE_WIDTH; ++k) {
            dotp += At[ty][k] * Bt[k][tx];
        }
        __syncthreads();
        k0 += TILE_WIDTH;
    }

    if (m < uM && n < uN) {
        C[m * uN + n] = dotp;
    }
}
