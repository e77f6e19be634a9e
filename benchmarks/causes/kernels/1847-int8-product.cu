constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;   // threads in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int as[TILE][TILE];
    __shared__ int bs[TILE][TILE + 1];

    const int *aWords = (const int *)A;
    const int *bWords = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rowBase = blockIdx.y * TILE;
    const int colBase = blockIdx.x * TILE;

    int acc[ROWS];
    for (int r = 0; r < ROWS; r++)
        acc[r] = 0;

    for (int w0 = 0; w0 < words; w0 += TILE) {
        for (int r = ty; r < TILE; r += STEP) {
            const int aRow = rowBase + r;
            const int bRow = colBase + r;
            const int w = w0 + tx;
            as[r][tx] = (aRow < M && w < words) ? aWords[aRow * words + w] : 0;
            bs[r][tx] = (bRow < N && w < words) ? bWords[bRow * K + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < TILE; w++) {
            const int b = bs[tx][w];
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(as[ty + r * STEP][w], b, acc[r]);
        }
        __syncthreads();
    }

    const int col = colBase + tx;
    for (int r = 0; r < ROWS; r++) {
        const int row = rowBase + ty + r * STEP;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
