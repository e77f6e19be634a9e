#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;  int ty = threadIdx.y;
    int bx = blockIdx.x;   int by = blockIdx.y;
    int row = by * TILE_WIDTH + ty;
    int col = bx * TILE_WIDTH + tx;
    int last = (K - 1) / TILE_WIDTH;
    bool active = row < M && col < N;

    float v = 0.0f;
    for (int ph = 0; ph <= last; ++ph) {
        int len = ph == last ? K % TILE_WIDTH : TILE_WIDTH;

        if (row < M && tx < len)
            Mds[ty][tx] = A[row * K + ph * TILE_WIDTH + tx];
        if (col < N && ty < len)
            Nds[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + col];
        __syncthreads();

        if (active)
            for (int k = 0; k < len; ++k)
                v += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }

    if (active)
        C[row * N + col] = v;
}
