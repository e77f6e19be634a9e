#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float blockA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blockB[TILE_WIDTH][TILE_WIDTH];

    int thx = threadIdx.x;
    int thy = threadIdx.y;
    int c = thx + TILE_WIDTH * blockIdx.x;
    int r = thy + TILE_WIDTH * blockIdx.y;
    float cell = 0;

    for (int phase = 0; phase < (K + TILE_WIDTH - 1) / TILE_WIDTH; phase++) {
        int shift = phase * TILE_WIDTH;

        if (r < M && shift + thx < K) {
            blockA[thy][thx] = A[r * K + shift + thx];
        } else {
            blockA[thy][thx] = 0;

        if (c < N && shift + thy < K) {
            blockB[thy][thx] = B[(shift + thy) * N + c];
        } else {
            blockB[thy][thx] = 0;
        }

        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++) {
            cell += blockA[thy][j] * blockB[j][thx];
        }

        __syncthreads();
    }

    if (r < M && c < N) {
        C[r * N + c] = cell;
    }
}
