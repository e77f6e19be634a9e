#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define PITCH (TILE_WIDTH + 1)   // one more float per line, against bank conflicts

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // A's tile is stored transposed: at[k * PITCH + y]
    __shared__ float at[TILE_WIDTH * TILE_WIDTH];
    __shared__ float bt[TILE_WIDTH * TILE_WIDTH];

    int y = threadIdx.y, x = threadIdx.x;
    int gy = blockIdx.y * TILE_WIDTH + y;
    int gx = blockIdx.x * TILE_WIDTH + x;
    float s = 0.0f;

    int n = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int i = 0; i < n; i++) {
        int ka = i * TILE_WIDTH + x;
        int kb = i * TILE_WIDTH + y;
        at[x * PITCH + y] = (gy < M && ka < K) ? A[gy * K + ka] : 0.0f;
        bt[y * TILE_WIDTH + x] = (gx < N && kb < K) ? B[kb * N + gx] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s = fmaf(at[k * PITCH + y], bt[k * TILE_WIDTH + x], s);
        __syncthreads();
    }
    if (gy < M && gx < N)
        C[gy * N + gx] = s;
}
