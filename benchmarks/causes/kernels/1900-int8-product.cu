constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int HEIGHT = TILE / ROWS;   // threads of a block in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][TILE + 1];
    __shared__ int b[TILE][TILE + 1];

    const int *wordsA = (const int *)A;
    const int *wordsB = (const int *)Bt;
    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int m0 = blockIdx.y * TILE, n0 = blockIdx.x * TILE;

    int sum[ROWS] = {0};

    for (int w0 = 0; w0 < words; w0 += TILE) {
        for (int y = ty; y < TILE; y += HEIGHT) {
            const bool in = w0 + tx < words;
            a[y][tx] = in && m0 + y < M ? wordsA[(m0 + y) * words + w0 + tx] : 0;
            b[y][tx] = in && n0 + y < N ? wordsB[(n0 + y) * words + w0 + tx] : 0;
        }
        __syncthreads();

        for (int w = 0; w < TILE; w++) {
            const int other = b[tx][w];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(a[ty + r * HEIGHT][w], other, sum[r]);
        }
        __syncthreads();
    }

    for (int r = 0; r < ROWS; r++) {
        const int row = m0 + ty * ROWS + r;
        const int col = n0 + tx;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
