constexpr int TILE = 32;
constexpr int ROWS = 8;
constexpr int STEP = TILE / ROWS;     // as many rows of threads has a block
constexpr int DEPTH = TILE;           // words of K in a tile, one for each threadIdx.x

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][DEPTH];
    __shared__ int b[TILE][DEPTH + 1];

    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    int cell[ROWS];
    for (int i = 0; i < ROWS; i++)
        cell[i] = 0;

    for (int w0 = 0; w0 < words; w0 += DEPTH) {
        const int w = w0 + tx;
        for (int r = ty; r < TILE; r += STEP) {
            a[r][tx] = row0 + r < M && w < words ? Aw[(row0 + r) * words + w] : 0;
            b[r][tx] = col0 + r < N && w < words ? Bw[(col0 + r) * words + w] : 0;
        }
        __syncthreads();

        for (int d = 0; d < DEPTH; d++) {
            const int word = b[tx][d];
            for (int i = 0; i < ROWS; i++)
                cell[i] = __dp4a(a[ty + i * STEP][d], word, cell[i]);
        }
        __syncthreads();
    }

    const int col = col0 + tx;
    for (int i = 0; i < ROWS; i++) {
        const int row = row0 + ty * ROWS + i;
        if (row < M && col < N)
            C[row * N + col] = cell[i];
    }
}
