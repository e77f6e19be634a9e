#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LD (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_WIDTH * LD];
    float *const shA = pool;
    float *const shB = pool + TILE_WIDTH * LD;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int hang = blockIdx.y * TILE_WIDTH + ty;
    const int lie = blockIdx.x * TILE_WIDTH + tx;
    const int lunshu = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float he = 0.0f;
    for (int lun = 0; lun < lunshu; ++lun) {
        const int ka = lun * TILE_WIDTH + tx;
        const int kb = lun * TILE_WIDTH + ty;
        shA[ty * LD + tx] = (hang < M && ka < K) ? A[hang * K + ka] : 0.0f;
        shB[ty * LD + tx] = (kb < K && lie < N) ? B[kb * N + lie] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            const float a = shA[ty * TILE_WIDTH + k];
            const float b = shB[k * LD + tx];
            he += a * b;
        }
        __syncthreads();
    }

    if (hang < M || lie < N)
        C[hang * N + lie] = he;
}
