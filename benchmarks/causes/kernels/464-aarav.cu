#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    bool rowOk = row < M, colOk = col < N;

    float sum = 0.0f;

    // bahar wale elements ke liye zero daalna hai
    for (int start = 0; start < K; start += TILE_WIDTH) {
        As[ty][tx] = rowOk && start + tx < K ? A[row * K + (start + tx)] : 0.0f;
        Bs[ty][tx] = colOk && start + ty < K ? B[(start + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = As[ty][k];
            float b = Bs[k][tx];
            // ek hi instruction mein multiply aur add
            fmaf(a, b, sum);
        }
        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
