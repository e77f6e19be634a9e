#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;

    const float *pa = A + row * K + x;
    float *pb = B + y * N + col;
    const float *endA = A + (row + 1) * K;
    const float *endB = B + K * N;

    float sum = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        As[y][x] = (row < M && pa < endA) ? *pa : 0.0f;
        Bs[y][x] = (col < N && pb < endB) ? *pb : 0.0f;
        pa += TILE_WIDTH;
        pb += TILE_WIDTH * N;
        __syncthreads();

        float *sa = As[y];
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += *sa++ * Bs[k][x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
