constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int WORDS = 16;               // words of a row in one phase
constexpr int HEIGHT = TILE / ROWS;     // rows of threads

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][WORDS];
    __shared__ int b[TILE][WORDS + 1];

    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;
    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int acc[ROWS];

    for (int w0 = 0; w0 < words; w0 += WORDS) {
        for (int i = ty * TILE + tx; i < TILE * WORDS; i += TILE * HEIGHT) {
            const int r = i / WORDS;
            const int w = i % WORDS;
            const bool inside = w0 + w < words;
            a[r][w] = inside && top + r < M ? Aw[(top + r) * words + w0 + w] : 0;
            b[r][w] = inside && left + r < N ? Bw[(left + r) * words + w0 + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < WORDS; w++) {
            const int word = b[tx][w];
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(a[ty + r * HEIGHT][w], word, acc[r]);
        }
        __syncthreads();
    }

    for (int r = 0; r < ROWS; r++) {
        const int row = top + ty + r * HEIGHT;
        const int col = left + tx;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
