constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int DEPTH = 32;               // words of a row in shared memory
constexpr int HEIGHT = TILE / ROWS;     // threads in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][DEPTH];
    __shared__ int sb[TILE][DEPTH + 1];

    const int *a = (const int *)A;
    const int *b = (const int *)Bt;
    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

    int acc[ROWS] = {};

    for (int k0 = 0; k0 < words; k0 += DEPTH) {
        for (int r = ty; r < TILE; r += HEIGHT) {
            const int k = k0 + tx;
            sa[r][tx] = row0 + r < M && k < words ? a[(row0 + r) * words + k] : 0;
            sb[r][tx] = col0 + r < N && k < words ? b[(col0 + r) * words + k] : 0;
        }
        __syncthreads();

        for (int k = 0; k < DEPTH; k++) {
            const int w = sb[tx][k];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(sa[ty + r * HEIGHT][k], w, acc[r]);
        }
        __syncthreads();
    }

    const int col = col0 + tx;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const int row = row0 + ty * ROWS + r;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
