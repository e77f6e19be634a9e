#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float fetch(const float *p, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return p[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH][TILE_WIDTH];
    __shared__ float top[TILE_WIDTH][TILE_WIDTH];

    int myRow = blockDim.y * blockIdx.y + threadIdx.y;
    int myCol = blockDim.x * blockIdx.x + threadIdx.x;
    bool mine = myRow < M && myCol < N;
    if (!mine) return;

    float total = 0.0f;
    int steps = (K - 1) / TILE_WIDTH + 1;
    for (int s = 0; s < steps; s++) {
        left[threadIdx.y][threadIdx.x] = fetch(A, myRow, s * TILE_WIDTH + threadIdx.x, M, K);
        top[threadIdx.y][threadIdx.x] = fetch(B, s * TILE_WIDTH + threadIdx.y, myCol, K, N);
        __syncthreads();
        for (int e = 0; e < TILE_WIDTH; e++)
            total += left[threadIdx.y][e] * top[e][threadIdx.x];
        __syncthreads();
    }
    if (mine)
        C[myRow * N + myCol] = total;
}
