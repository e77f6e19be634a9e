#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    unsigned int lx = threadIdx.x;
    unsigned int ly = threadIdx.y;
    unsigned int gy = blockIdx.y * TILE_WIDTH + ly;
    unsigned int gx = blockIdx.x * TILE_WIDTH + lx;
    unsigned int rows = M, inner = K, cols = N;

    float value = 0.0f;
    unsigned int done = 0;

    while (done < inner) {
        unsigned int ka = done + lx;
        unsigned int kb = done + ly;
        bool okA = gy < rows && ka < inner;
        bool okB = okA && kb < inner && gx < cols;

        tileA[ly][lx] = 0.0f;
        tileB[ly][lx] = 0.0f;
        if (okA) tileA[ly][lx] = A[gy * inner + ka];
        if (okB) tileB[ly][lx] = B[kb * cols + gx];
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k) {
            value += tileA[ly][k] * tileB[k][lx];
        }
        __syncthreads();

        done += TILE_WIDTH;
    }

    if (gy < rows && gx < cols) {
        C[gy * cols + gx] = value;
    }
}
