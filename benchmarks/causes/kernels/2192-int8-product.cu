constexpr int TILE = 32;
constexpr int ROWS = 4;

// words (4 bytes each) of a tile's row
constexpr int WORDS = 8;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int wa[TILE][WORDS + 1];
    __shared__ int wb[TILE][WORDS + 1];

    const int *a = (const int *)A;
    const int *b = (const int *)Bt;
    const int len = K / 4;
    const int tid = threadIdx.y * TILE + threadIdx.x;
    const int r0 = blockIdx.y * TILE;
    const int c0 = blockIdx.x * TILE;

    int acc[ROWS] = {};

    for (int w0 = 0; w0 < len; w0 += WORDS) {
        for (int i = tid; i < TILE * WORDS; i += TILE * STEP) {
            int r = i / WORDS, w = i % WORDS;
            bool there = w0 + w < len;
            wa[r][w] = there && r0 + r < M ? a[(r0 + r) * len + w0 + w] : 0;
            wb[r][w] = there && c0 + r < N ? b[(c0 + r) * len + w0 + w] : 0;
        }
        __syncthreads();
        for (int w = 0; w < WORDS; w++) {
            int word = wb[threadIdx.x][w];
#pragma unroll
            for (int q = 0; q < ROWS; q++)
                acc[q] = __dp4a(wa[threadIdx.y + q * STEP][w], word, acc[q]);
        }
        __syncthreads();
    }

    int col = c0 + threadIdx.x;
#pragma unroll
    for (int q = 0; q < ROWS; q++) {
        int row = r0 + threadIdx.y * ROWS + q;
        if (row < M && col < N)
            C[row * N + col] = acc[q];
    }
}
