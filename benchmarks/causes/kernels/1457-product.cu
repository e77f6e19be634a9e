#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The next tile is fetched into registers while the current one is being multiplied.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float ra = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float rb = (col < N && ty < K) ? B[ty * N + col] : 0.0f;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sa[ty][tx] = ra;
        sb[ty][tx] = rb;
        __syncwarp();

        int next = k0 + TILE_WIDTH;
        ra = rb = 0.0f;
        if (row < M && next + tx < K)
            ra = A[row * K + k0 + tx];
        if (col < N && next + ty < K)
            rb = B[(next + ty) * N + col];

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
