constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;   // threads in y

// word w of a row, 0 outside
__device__ int word(const signed char *m, int row, int w, int rows, int K) {
    if (row >= rows || 4 * w >= K)
        return 0;
    return ((const int *)(m + row * K))[w];
}

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][TILE + 1];
    __shared__ int sb[TILE][TILE + 1];

    int tx = threadIdx.x, ty = threadIdx.y;
    int top = blockIdx.y * TILE;
    int left = blockIdx.x * TILE;
    int sum[ROWS];
    for (int r = 0; r < ROWS; r++)
        sum[r] = 0;

    int tiles = (K / 4 + TILE - 1) / TILE;
    for (int t = 0; t < tiles; t++) {
        for (int r = 0; r < ROWS; r++) {
            int line = ty + r * STEP;
            sa[line][tx] = word(A, top + line, t * TILE + tx, M, K);
            sb[line][tx] = word(Bt, left + line, t * TILE + tx, N, K);
        }
        __syncthreads();
        for (int w = 0; w < TILE; w++) {
            int b = sb[tx][w];
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(sa[ty + r * STEP][w], b, sum[r]);
        }
        __syncthreads();
    }

    // the cells of this thread
    for (int r = 0; r < ROWS; r++) {
        int row = top + ty * ROWS + r;
        int col = left + tx;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
