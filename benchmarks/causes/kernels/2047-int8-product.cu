constexpr int TILE = 16;
constexpr int ROWS = 2;
constexpr int HIGH = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][TILE + 1], b[TILE][TILE + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;
    const int words = K / 4;

    int sum[ROWS] = {};

    for (int w0 = 0; w0 < words; w0 += TILE) {
        const int w = w0 + tx;
        for (int line = ty; line < TILE; line += HIGH) {
            int av = 0, bv = 0;
            if (w < words) {
                if (row0 + line < M) {
                    const int *words_of_row = (const int *)A + (row0 + line) * K;
                    av = words_of_row[w];
                }
                if (col0 + line < N) {
                    const int *words_of_col = (const int *)(Bt + (col0 + line) * K);
                    bv = words_of_col[w];
                }
            }
            a[line][tx] = av;
            b[line][tx] = bv;
        }
        __syncthreads();

        for (int k = 0; k < TILE; ++k) {
            const int bw = b[tx][k];
            for (int r = 0; r < ROWS; ++r)
                sum[r] = __dp4a(a[ty + r * HIGH][k], bw, sum[r]);
        }
        __syncthreads();
    }

    const int col = col0 + tx;
    for (int r = 0; r < ROWS; ++r) {
        const int row = row0 + ty + r * HIGH;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
