#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Chỉ cộng những cột thật sự có trong ô cuối
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float oA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float oB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int r = blockIdx.y * blockDim.y + ty;
    int c = blockIdx.x * blockDim.x + tx;
    int so_buoc = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float s = 0.0f;
    int b = 0;
    while (b < so_buoc) {
        int du = K % TILE_WIDTH;
        int dai = (b == so_buoc - 1) ? du : TILE_WIDTH;

        oA[ty][tx] = 0.0f;
        if (r < M && tx < dai)
            oA[ty][tx] = A[r * K + b * TILE_WIDTH + tx];

        oB[ty][tx] = 0.0f;
        if (ty < dai && c < N)
            oB[ty][tx] = B[(b * TILE_WIDTH + ty) * N + c];
        __syncthreads();

        for (int k = 0; k < dai; ++k)
            s += oA[ty][k] * oB[k][tx];
        __syncthreads();
        ++b;
    }

    if (r < M && c < N)
        C[r * N + c] = s;
}
