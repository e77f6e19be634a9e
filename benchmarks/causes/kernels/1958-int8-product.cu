constexpr int TILE = 32;
constexpr int ROWS = 8;
constexpr int STEP = 8;
constexpr int THREADS = TILE * (TILE / ROWS);

// a tile of TILE rows and STEP words of a matrix of bytes
__device__ void fetch(int (*tile)[STEP + 1], const signed char *matrix, int row0, int rows, int word0, int words) {
    const int *w = reinterpret_cast<const int *>(matrix);
    for (int i = threadIdx.y * TILE + threadIdx.x; i < TILE * STEP; i += THREADS) {
        int r = row0 + i / STEP;
        int k = word0 + i % STEP;
        int word = 0;
        if (r < rows && k < words)
            word = w[r * words + k];
        tile[i / STEP][i % STEP] = word;
    }
}

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][STEP + 1];
    __shared__ int sb[TILE][STEP + 1];
    int words = K / 4;
    int phases = words / STEP;
    int sum[ROWS];
    for (int r = 0; r < ROWS; ++r) sum[r] = 0;

    for (int p = 0; p < phases; ++p) {
        fetch(sa, A, blockIdx.y * TILE, M, p * STEP, words);
        fetch(sb, Bt, blockIdx.x * TILE, N, p * STEP, words);
        __syncthreads();
        for (int k = 0; k < STEP; ++k) {
            int b = sb[threadIdx.x][k];
            for (int r = 0; r < ROWS; ++r)
                sum[r] = __dp4a(sa[threadIdx.y * ROWS + r][k], b, sum[r]);
        }
        __syncthreads();
    }

    int j = blockIdx.x * TILE + threadIdx.x;
    if (j >= N) return;
    for (int r = 0; r < ROWS; ++r) {
        int i = blockIdx.y * TILE + threadIdx.y + r * (TILE / ROWS);
        if (i < M) C[i * N + j] = sum[r];
    }
}
