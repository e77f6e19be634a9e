constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int CHUNK = 8;      // words of each row that are in shared memory at a time

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][CHUNK];
    __shared__ int b[TILE][CHUNK + 1];

    const int *A4 = (const int *)A;
    const int *B4 = (const int *)Bt;
    const int words = K / 4;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;
    const int threads = TILE * (TILE / ROWS);

    int sum[ROWS] = {0, 0, 0, 0};

    for (int w0 = 0; w0 + CHUNK <= words; w0 += CHUNK) {
        for (int e = threadIdx.y * TILE + threadIdx.x; e < TILE * CHUNK; e += threads) {
            int r = e / CHUNK;
            int w = e % CHUNK;
            bool there = w0 + w < words;
            a[r][w] = there && row0 + r < M ? A4[(row0 + r) * words + w0 + w] : 0;
            b[r][w] = there && col0 + r < N ? B4[(col0 + r) * words + w0 + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < CHUNK; w++) {
            int bw = b[threadIdx.x][w];
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(a[threadIdx.y * ROWS + r][w], bw, sum[r]);
        }
        __syncthreads();
    }

    int col = col0 + threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        int row = row0 + threadIdx.y * ROWS + r;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
