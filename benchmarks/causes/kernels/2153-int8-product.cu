constexpr int TILE = 32;
constexpr int ROWS = 8;
constexpr int DEPTH = 16;   // words of K in shared memory at a time

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[DEPTH][TILE + 1], sb[DEPTH][TILE + 1];

    const int threads = TILE * (TILE / ROWS);
    const int tid = threadIdx.y * TILE + threadIdx.x;
    const int rowBase = blockIdx.y * TILE, colBase = blockIdx.x * TILE;
    const int firstRow = threadIdx.y * ROWS;
    const int kw = K >> 2;
    const int *a4 = reinterpret_cast<const int *>(A);
    const int *b4 = reinterpret_cast<const int *>(Bt);

    int sum[ROWS];
    for (int r = 0; r < ROWS; ++r) sum[r] = 0;

    for (int base = 0; base < kw; base += DEPTH) {
        for (int e = tid; e < TILE * DEPTH; e += threads) {
            const int line = e / DEPTH, d = e % DEPTH;
            const int w = base + d;
            sa[d][line] = rowBase + line < M && w < kw ? a4[(rowBase + line) * kw + w] : 0;
            sb[d][line] = colBase + line < N && w < kw ? b4[(colBase + line) * kw + w] : 0;
        }
        __syncthreads();

        for (int d = 0; d < DEPTH; ++d) {
            const int bw = sb[d][threadIdx.x];
            for (int r = 0; r < ROWS; ++r)
                sum[r] = __dp4a(sa[d][firstRow + r], bw, sum[r]);
        }
    }

    const int col = colBase + threadIdx.x;
    if (col < N) {
        int *cell = C + (rowBase + firstRow) * N + col;
        for (int r = 0; r < ROWS; ++r) {
            *cell = sum[r];
            cell += N;
        }
    }
}
