constexpr int TILE = 32;
constexpr int ROWS = 8;
constexpr int THREADS = TILE * (TILE / ROWS);
constexpr int DEPTH = 16;             // words of a row in shared memory at a time

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K)
{
    __shared__ int rowsA[TILE][DEPTH + 1];
    __shared__ int rowsB[TILE][DEPTH + 1];

    const int *a = (const int *)A;
    const int *b = (const int *)Bt;
    const int words = K / 4;
    const int id = threadIdx.y * TILE + threadIdx.x;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;
    const int mine = threadIdx.y * ROWS;

    int acc[ROWS];

    for (int w0 = 0; w0 < words; w0 += DEPTH) {
        for (int e = id; e < TILE * DEPTH; e += THREADS) {
            const int y = e / DEPTH;
            const int w = w0 + e % DEPTH;
            int wordA = 0, wordB = 0;
            if (row0 + y < M) wordA = a[(row0 + y) * words + w];
            if (col0 + y < N) wordB = b[(col0 + y) * words + w];
            rowsA[y][e % DEPTH] = wordA;
            rowsB[y][e % DEPTH] = wordB;
        }
        __syncthreads();

        for (int w = 0; w < DEPTH; ++w) {
            const int factor = rowsB[threadIdx.x][w];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                acc[r] = __dp4a(rowsA[mine + r][w], factor, acc[r]);
        }
        __syncthreads();
    }

    const int col = col0 + threadIdx.x;
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = row0 + mine + r;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
