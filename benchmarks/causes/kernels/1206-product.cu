#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // The tile of A is kept transposed: first index along K, second index along M.
    // One column more against bank conflicts.
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int m = blockIdx.y * TILE_WIDTH + ty;
    int n = blockIdx.x * TILE_WIDTH + tx;

    float c = 0.0f;

    for (int kk = 0; kk < K; kk += TILE_WIDTH) {
        bool inA = (m < M) && (kk + tx < K);
        bool inB = (n < N) && (kk + ty < K);

        At[tx][ty] = inA ? A[m * K + (kk + tx)] : 0.0f;
        Bs[ty][tx] = inB ? B[(kk + ty) * N + n] : 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = At[ty][k];
            float b = Bs[k][tx];
            c += a * b;
        }

        __syncthreads();
    }

    if (m < M && n < N)
        C[m * M + n] = c;
}
