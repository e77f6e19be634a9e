#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int haeng = blockIdx.y * TILE_WIDTH + ty;
    const int yeol = blockIdx.x * TILE_WIDTH + tx;

    // first tile goes to registers
    float ra = (haeng < M && tx < K) ? A[haeng * K + tx] : 0.0f;
    float rb = (ty < K && yeol < N) ? B[ty * N + yeol] : 0.0f;
    float hap = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        tileA[ty][tx] = ra;
        tileB[ty][tx] = rb;
        __syncthreads();

        // fetch the next tile while computing
        const int next = k0 + TILE_WIDTH;
        if (haeng < M && next + tx < K)
            ra = A[haeng * K + next + tx];
        if (next + ty < K && yeol < N)
            rb = B[(next + ty) * N + yeol];

        for (int k = 0; k < TILE_WIDTH; ++k)
            hap += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (haeng < M && yeol < N)
        C[haeng * N + yeol] = hap;
}
