#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;

    // compensated summation (lecture 9)
    float sum = 0.0f, comp = 0.0f;

    int nTiles = K / TILE_WIDTH;
    if (nTiles * TILE_WIDTH < K)
        nTiles++;

    for (int t = 0; t < nTiles; ++t) {
        int ka = t * TILE_WIDTH + threadIdx.x;
        int kb = t * TILE_WIDTH + threadIdx.y;

        tileA[threadIdx.y][threadIdx.x] = 0.0f;
        tileB[threadIdx.y][threadIdx.x] = 0.0f;
        if (i < M && ka < K) tileA[threadIdx.y][threadIdx.x] = A[i * K + ka];
        if (j < N && kb < K) tileB[threadIdx.y][threadIdx.x] = B[kb * N + j];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float y = tileA[threadIdx.y][k] * tileB[k][threadIdx.x] - comp;
            float next = sum + y;
            sum = next;
            comp = (next - sum) - y;
        }
        __syncthreads();
    }

    if (i < M && j < N) C[i * N + j] = sum;
}
