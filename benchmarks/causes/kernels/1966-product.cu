#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int r = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int c = blockIdx.x * TILE_WIDTH + threadIdx.x;
    bool active = (r < M) && (c < N);
    float result = 0.0f;

    int numTiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    for (int tile = 0; tile < numTiles; tile++) {
        int aCol = tile * TILE_WIDTH + threadIdx.x;
        int bRow = tile * TILE_WIDTH + threadIdx.y;

        tileA[threadIdx.y][threadIdx.x] = 0.0f;
        tileB[threadIdx.y][threadIdx.x] = 0.0f;
        if (r < M && aCol < K)
            tileA[threadIdx.y][threadIdx.x] = A[r * K + aCol];
        if (bRow < K && c < N)
            tileB[threadIdx.y][threadIdx.x] = B[bRow * N + c];
        __syncthreads();

        if (active) {
            for (int k = 0; k < TILE_WIDTH; k++)
                result += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
            __syncthreads();
        }
    }

    if (active)
        C[r * N + c] = result;
}
