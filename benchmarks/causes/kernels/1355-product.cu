#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE_WIDTH + tx;
    int y = blockIdx.y * TILE_WIDTH + ty;
    int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // first tile goes to registers
    float regA = (y < M && tx < K) ? A[y * K + tx] : 0.0f;
    float regB = (ty < K && x < N) ? B[ty * N + x] : 0.0f;
    float out = 0.0f;

    for (int p = 0; p < steps; ++p) {
        if (p + 1 < steps) {
            int k0 = (p + 1) * TILE_WIDTH;
            regA = (y < M && k0 + tx < K) ? A[y * K + k0 + tx] : 0.0f;
            regB = (k0 + ty < K && x < N) ? B[(k0 + ty) * N + x] : 0.0f;
        }
        tileA[ty][tx] = regA;
        tileB[ty][tx] = regB;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            out += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = out;
}
