// Youssef Benali
constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int left[TILE][TILE];
    __shared__ int right[TILE][TILE + 1];

    const int *a4 = (const int *)A;
    const int *b4 = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    int acc[ROWS] = {};
    for (int w0 = 0; w0 < words; w0 += TILE) {
        const int w = w0 + tx;
        for (int r = 0; r < ROWS; ++r) {
            const int line = ty + r * STEP;
            left[line][tx] = row0 + line < M && w < words ? a4[(row0 + line) * words + w] : 0;
            right[line][tx] = col0 + line < N && w < words ? b4[(col0 + line) * K + w] : 0;
        }
        __syncthreads();

        for (int k = 0; k < TILE; ++k) {
            const int word = right[tx][k];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                acc[r] = __dp4a(left[ty + r * STEP][k], word, acc[r]);
        }
        __syncthreads();
    }

    const int col = col0 + tx;
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = row0 + ty * ROWS + r;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
