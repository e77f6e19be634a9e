#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ma[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Mb[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float total = 0.0f;     // over all tiles
    float partial = 0.0f;          // of one tile
    int numTiles = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        numTiles++;

    for (int tile = 0; tile < numTiles; tile++) {
        int offset = tile * TILE_WIDTH;

        if (row < M && offset + tx < K) {
            Ma[ty][tx] = A[row * K + offset + tx];
        } else {
            Ma[ty][tx] = 0.0f;
        }
        if (col < N && offset + ty < K) {
            Mb[ty][tx] = B[(offset + ty) * N + col];
        } else {
            Mb[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            partial += Ma[ty][k] * Mb[k][tx];
        }
        total += partial;
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = total;
    }
}
