constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int WORDS = 8;                 // words of a row that are brought at a time
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][WORDS];
    __shared__ int b[TILE][WORDS + 1];

    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;
    const int words = K / 4;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;
    const int id = threadIdx.y * TILE + threadIdx.x;

    short sum[ROWS] = {0};

    for (int w0 = 0; w0 < words; w0 += WORDS) {
        for (int e = id; e < TILE * WORDS; e += TILE * STEP) {
            int r = e / WORDS;
            int w = e % WORDS;
            bool some = w0 + w < words;
            a[r][w] = some && row0 + r < M ? Aw[(row0 + r) * words + w0 + w] : 0;
            b[r][w] = some && col0 + r < N ? Bw[(col0 + r) * words + w0 + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < WORDS; ++w) {
            int bw = b[threadIdx.x][w];
            for (int i = 0; i < ROWS; ++i)
                sum[i] = __dp4a(a[threadIdx.y + i * STEP][w], bw, sum[i]);
        }
        __syncthreads();
    }

    const int col = col0 + threadIdx.x;
    for (int i = 0; i < ROWS; ++i) {
        const int row = row0 + threadIdx.y + i * STEP;
        if (row < M && col < N)
            C[row * N + col] = sum[i];
    }
}
