constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int LANES = TILE / ROWS;   // threads in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int tileA[TILE][TILE];
    __shared__ int tileB[TILE][TILE + 1];

    const int *wordsA = reinterpret_cast<const int *>(A);
    const int *wordsB = reinterpret_cast<const int *>(Bt);
    int words = K / 4;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx;
    int top = blockIdx.y * TILE;
    int left = blockIdx.x * TILE;

    int acc[ROWS];
    for (int i = 0; i < ROWS; i++)
        acc[i] = 0;

    for (int w0 = 0; w0 < words; w0 += TILE) {
        int w = w0 + tx;
        for (int r = ty; r < TILE; r += LANES) {
            int a = 0, b = 0;
            if (w < words) {
                if (top + r < M)
                    a = wordsA[(top + r) * K + w];
                if (left + r < N)
                    b = wordsB[(left + r) * K + w];
            }
            tileA[r][tx] = a;
            tileB[r][tx] = b;
        }
        __syncthreads();

        for (int k = 0; k < TILE; k++) {
            int b = tileB[tx][k];
            for (int i = 0; i < ROWS; i++)
                acc[i] = __dp4a(tileA[ty + i * LANES][k], b, acc[i]);
        }
        __syncthreads();
    }

    for (int i = 0; i < ROWS; i++) {
        int row = top + ty + i * LANES;
        if (row < M && col < N)
            C[row * N + col] = acc[i];
    }
}
