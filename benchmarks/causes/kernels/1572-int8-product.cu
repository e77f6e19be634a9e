constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int DEPTH = 16;               // words of a row in a tile
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][DEPTH + 1];
    __shared__ int sb[TILE][DEPTH + 1];
    const int *wa = (const int *)A;
    const int *wb = (const int *)Bt;
    const int words = K / 4;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;
    const int id = threadIdx.y * TILE + threadIdx.x;

    int sum[ROWS] = {0};
    for (int k0 = 0; k0 < words; k0 += DEPTH) {
        for (int i = id; i < TILE * DEPTH; i += TILE * STEP) {
            const int line = i / DEPTH;
            const int w = i % DEPTH;
            const bool there = k0 + w < words;
            sa[line][w] = there && row0 + line < M ? wa[(row0 + line) * words + k0 + w] : 0;
            sb[line][w] = there && col0 + line < M ? wb[(col0 + line) * words + k0 + w] : 0;
        }
        __syncthreads();
        for (int w = 0; w < DEPTH; w++) {
            const int b = sb[threadIdx.x][w];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(sa[threadIdx.y + r * STEP][w], b, sum[r]);
        }
        __syncthreads();
    }

    const int col = col0 + threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        const int row = row0 + threadIdx.y + r * STEP;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
