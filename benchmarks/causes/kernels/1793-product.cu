#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    struct Tiles {
        float a[TILE_WIDTH][TILE_WIDTH];
        float b[TILE_WIDTH][TILE_WIDTH];
    };
    __shared__ Tiles sh;

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    // fetch the first pair of elements
    float nextA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float nextB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sh.a[ty][tx] = nextA;
        sh.b[ty][tx] = nextB;
        __syncwarp();

        // fetch the next pair while this one is in use
        int k1 = k0 + TILE_WIDTH;
        nextA = (row < M && k1 + tx < K) ? A[row * K + k1 + tx] : 0.0f;
        nextB = (k1 + ty < K && col < N) ? B[(k1 + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += sh.a[ty][k] * sh.b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] += sum;
}
