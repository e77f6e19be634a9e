constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int DEPTH = 8;                // words of a row in one phase
constexpr int STEP = TILE / ROWS;       // a thread's cells are STEP rows apart

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int left[TILE][DEPTH];
    __shared__ int right[TILE][DEPTH + 1];

    const int words = K / 4;
    const int *a = (const int *)A;
    const int *b = (const int *)Bt;

    // TILE * STEP == TILE * DEPTH: each thread brings one word of both
    const int id = threadIdx.y * TILE + threadIdx.x;
    const int line = id / DEPTH;
    const int word = id % DEPTH;
    const int aRow = blockIdx.y * TILE + line;
    const int bRow = blockIdx.x * TILE + line;

    int sum[ROWS] = {0};
    for (int from = 0; from < words; from += DEPTH) {
        const int w = from + word;
        left[line][word] = aRow < M ? a[aRow * words + w] : 0;
        right[line][word] = bRow < N && w < words ? b[bRow * words + w] : 0;
        __syncthreads();
        for (int k = 0; k < DEPTH; ++k) {
            const int other = right[threadIdx.x][k];
            for (int q = 0; q < ROWS; ++q)
                sum[q] = __dp4a(left[threadIdx.y + q * STEP][k], other, sum[q]);
        }
        __syncthreads();
    }

    const int col = blockIdx.x * TILE + threadIdx.x;
    for (int q = 0; q < ROWS; ++q) {
        const int row = blockIdx.y * TILE + threadIdx.y + q * STEP;
        if (row < M && col < N)
            C[row * N + col] = sum[q];
    }
}
