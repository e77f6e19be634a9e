#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)   // one column more against bank conflicts

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_s[TILE_WIDTH * TILE_WIDTH], b_s[TILE_WIDTH * TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + y;
    const int j = blockIdx.x * TILE_WIDTH + x;
    const int mine = y * PITCH + x;

    float c_ij = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        a_s[mine] = 0.0f;
        b_s[mine] = 0.0f;
        if (i < M && base + x < K)
            a_s[mine] = A[i * K + base + x];
        if (base + y < K && j < N)
            b_s[mine] = B[(base + y) * N + j];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            c_ij += a_s[y * PITCH + k] * b_s[k * PITCH + x];

        __syncthreads();
    }

    if (i >= M || j >= N)
        return;
    C[i * N + j] = c_ij;
}
