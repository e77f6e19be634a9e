constexpr int TILE = 16;
constexpr int ROWS = 4;

constexpr int DEPTH = 16;                     // words of K at a time
constexpr int THREADS = TILE * (TILE / ROWS);

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][DEPTH + 1];
    __shared__ int b[TILE][DEPTH + 1];

    const int words = K / 4;
    const int *Aw = (const int *)A + blockIdx.y * TILE * K;
    const int *Bw = (const int *)Bt + blockIdx.x * TILE * words;
    const int rowsLeft = M - blockIdx.y * TILE;
    const int colsLeft = N - blockIdx.x * TILE;
    const int tid = threadIdx.y * TILE + threadIdx.x;

    int acc[ROWS] = {0};

    for (int w0 = 0; w0 < words; w0 += DEPTH) {
        for (int e = tid; e < TILE * DEPTH; e += THREADS) {
            int line = e / DEPTH, w = e % DEPTH;
            bool there = w0 + w < words;
            a[line][w] = there && line < rowsLeft ? Aw[line * words + w] : 0;
            b[line][w] = there && line < colsLeft ? Bw[line * words + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < DEPTH; w++) {
            int bw = b[threadIdx.x][w];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(a[threadIdx.y * ROWS + r][w], bw, acc[r]);
        }
        __syncthreads();

        Aw += DEPTH;
        Bw += DEPTH;
    }

    for (int r = 0; r < ROWS; r++) {
        int row = threadIdx.y * ROWS + r;
        if (row < rowsLeft && threadIdx.x < colsLeft)
            C[(blockIdx.y * TILE + row) * N + blockIdx.x * TILE + threadIdx.x] = acc[r];
    }
}
