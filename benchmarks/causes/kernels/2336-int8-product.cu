constexpr int TILE = 32;
constexpr int ROWS = 4;

constexpr int WORDS = 8;                 // words of K in a tile
constexpr int STEP = TILE / ROWS;        // threads down the block
constexpr int COUNT = TILE * STEP;

struct Tile {
    int w[TILE][WORDS + 1];

    __device__ void fetch(const int *from, int first, int limit, int k0, int words) {
        for (int e = threadIdx.y * TILE + threadIdx.x; e < TILE * WORDS; e += COUNT) {
            const int line = e / WORDS, k = e % WORDS;
            const bool ok = first + line < limit && k0 + k < words;
            w[line][k] = ok ? from[(first + line) * words + k0 + k] : 0;
        }
    }
};

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ Tile a, b;
    const int words = K / 4;
    const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int sum[ROWS] = {};

    for (int k0 = 0; k0 < words; k0 += WORDS) {
        a.fetch((const int *)A, top, M, k0, words);
        b.fetch((const int *)Bt, left, N, k0, words);
        __syncthreads();
        for (int k = 0; k < WORDS; k++) {
            const int right = b.w[threadIdx.x][k];
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(a.w[threadIdx.y + r * STEP][k], right, sum[r]);
        }
    }

    const int col = left + threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        const int row = top + threadIdx.y + r * STEP;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
