#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    int row = ty + blockIdx.y * TILE_WIDTH;
    int col = tx + blockIdx.x * TILE_WIDTH;
    bool mine = row < M && col < N;

    float value = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        // instead of padding with zeros, the inner loop stops where the matrices end
        int count = K - done;

        if (row < M && tx < count)
            subA[ty][tx] = A[row * K + done + tx];
        if (col < N && ty < count)
            subB[ty][tx] = B[(done + ty) * N + col];
        __syncthreads();

        if (mine) {
            for (int k = 0; k < count; ++k)
                value += subA[ty][k] * subB[k][tx];
        }
        __syncthreads();
    }

    if (mine)
        C[row * N + col] = value;
}
