constexpr int TILE = 32;
constexpr int ROWS = 8;

#define KW 16                         // words of a row in one tile
#define THREADS (TILE * (TILE / ROWS))

typedef unsigned int word;

// brings TILE rows of KW words, from row `row0` and word `k0` on; 0 outside
__device__ __forceinline__ void bring(word tile[TILE][KW + 1], const word *m, int row0, int k0, int rows, int words) {
    for (int i = threadIdx.y * TILE + threadIdx.x; i < TILE * KW; i += THREADS) {
        int r = i / KW, k = i % KW;
        tile[r][k] = 0;
        if (row0 + r < rows && k0 + k < words)
            tile[r][k] = m[(row0 + r) * words + k0 + k];
    }
}

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ word ta[TILE][KW + 1];
    __shared__ word tb[TILE][KW + 1];
    const int words = K / 4;
    const int y = threadIdx.y * ROWS;     // this thread's rows lie one below the other
    const int x = threadIdx.x;

    word acc[ROWS];
    for (int r = 0; r < ROWS; ++r) acc[r] = 0;

    for (int k0 = 0; k0 + KW <= words; k0 += KW) {
        bring(ta, (const word *)A, blockIdx.y * TILE, k0, M, words);
        bring(tb, (const word *)Bt, blockIdx.x * TILE, k0, N, words);
        __syncthreads();
        for (int k = 0; k < KW; ++k) {
            const word b = tb[x][k];
            #pragma unroll
            for (int r = 0; r < ROWS; ++r)
                acc[r] = __dp4a(ta[y + r][k], b, acc[r]);
        }
        __syncthreads();
    }

    const int col = blockIdx.x * TILE + x;
    if (col >= N) return;
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int row = blockIdx.y * TILE + y + r;
        if (row < M)
            C[row * N + col] = acc[r];
    }
}
