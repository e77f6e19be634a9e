constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int DEPTH = 8;                    // words of K in one phase
constexpr int THREADS = TILE * (TILE / ROWS);

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int as[TILE][DEPTH + 1];
    __shared__ int bs[TILE][DEPTH + 1];
    const int *a4 = (const int *)A;
    const int *b4 = (const int *)Bt;
    const int words = K / 4;
    const int id = threadIdx.y * TILE + threadIdx.x;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    int sum[ROWS] = {0};
    for (int w0 = 0; w0 < words; w0 += DEPTH) {
        for (int e = id; e < TILE * DEPTH; e += THREADS) {
            const int line = e / DEPTH;
            const int w = w0 + e % DEPTH;
            as[line][e % DEPTH] = row0 + line < M && w < K ? a4[(row0 + line) * words + w] : 0;
            bs[line][e % DEPTH] = col0 + line < N && w < K ? b4[(col0 + line) * words + w] : 0;
        }
        __syncthreads();
        for (int w = 0; w < DEPTH; w++) {
            const int b = bs[threadIdx.x][w];
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(as[threadIdx.y * ROWS + r][w], b, sum[r]);
        }
        __syncthreads();
    }

    const int col = col0 + threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        const int row = row0 + threadIdx.y * ROWS + r;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
