// Bytes, four at a time; 32 x 8 threads bring 32 x 8 words of each matrix
constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int DEPTH = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int wordsA[TILE][DEPTH + 1];
    __shared__ int wordsB[TILE][DEPTH + 1];

    const int *rowsA = (const int *)A;
    const char4 *rowsB = (const char4 *)Bt;
    const int length = K / 4;

    const int t = threadIdx.y * TILE + threadIdx.x;
    const int line = t / DEPTH, place = t % DEPTH;
    const int lineA = blockIdx.y * TILE + line;
    const int lineB = blockIdx.x * TILE + line;

    int cells[ROWS] = {};
    for (int start = 0; start < length; start += DEPTH) {
        const int w = start + place;
        wordsA[line][place] = lineA < M && w < length ? rowsA[lineA * length + w] : 0;
        wordsB[line][place] = lineB < N && w < length ? rowsB[lineB * length + w] : 0;
        __syncthreads();
        for (int d = 0; d < DEPTH; ++d) {
            const int b = wordsB[threadIdx.x][d];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                cells[r] = __dp4a(wordsA[threadIdx.y * ROWS + r][d], b, cells[r]);
        }
        __syncthreads();
    }

    const int col = blockIdx.x * TILE + threadIdx.x;
    for (int r = 0; r < ROWS; ++r) {
        const int row = blockIdx.y * TILE + threadIdx.y * ROWS + r;
        if (row < M && col < N) C[row * N + col] = cells[r];
    }
}
