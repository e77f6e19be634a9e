#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ash[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsh[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    // small function for "inside or zero"
    auto get = [](const float *p, bool inside, int index) {
        return inside ? p[index] : 0.0f;
    };

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        Ash[ty][tx] = get(A, row < M && k0 + tx < K, row * K + k0 + tx);
        Bsh[ty][tx] = get(B, col < N && k0 + ty < K, (k0 + ty) * N + col);
        __syncthreads();

        // unrolled by hand
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            sum += Ash[ty][k] * Bsh[k][tx];
            sum += Ash[ty][k + 1] * Bsh[k + 1][tx];
            sum += Ash[ty][k + 2] * Bsh[k + 2][tx];
            sum += Ash[ty][k + 3] * Bsh[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        atomicAdd(&C[row * N + col], sum);
}
