constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;

// a word of the matrix, 0 outside
__device__ int word(const int *matrix, int line, int lines, int w, int words) {
    return line < lines && w < words ? matrix[line * words + w] : 0;
}

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[TILE][TILE];
    __shared__ int Bs[TILE][TILE + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int top = blockIdx.y * TILE;
    int left = blockIdx.x * TILE;
    int words = K / 4;
    int phases = words / TILE;

    int acc0 = 0, acc1 = 0, acc2 = 0, acc3 = 0;

    for (int p = 0; p < phases; p++) {
        int w = p * TILE + tx;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            int line = ty + r * STEP;
            As[line][tx] = word((const int *)A, top + line, M, w, words);
            Bs[line][tx] = word((const int *)Bt, left + line, N, w, words);
        }
        __syncthreads();

        for (int k = 0; k < TILE; k++) {
            int b = Bs[tx][k];
            acc0 = __dp4a(As[ty][k], b, acc0);
            acc1 = __dp4a(As[ty + STEP][k], b, acc1);
            acc2 = __dp4a(As[ty + 2 * STEP][k], b, acc2);
            acc3 = __dp4a(As[ty + 3 * STEP][k], b, acc3);
        }
        __syncthreads();
    }

    int acc[ROWS] = {acc0, acc1, acc2, acc3};
    int col = left + tx;
    if (col < N) {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            int row = top + ty * ROWS + r;
            if (row < M) C[row * N + col] = acc[r];
        }
    }
}
