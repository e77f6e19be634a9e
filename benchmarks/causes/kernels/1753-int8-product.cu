constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STRIPES = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][TILE];
    __shared__ int b[TILE][TILE + 1];

    const int *A4 = (const int *)A;
    const int *B4 = (const int *)Bt;
    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int top = blockIdx.y * TILE;
    const int left = blockIdx.x * TILE;

    int sum[ROWS];
    for (int r = 0; r < ROWS; ++r)
        sum[r] = 0;

    for (int start = 0; start < words; start += TILE) {
        const int w = start + tx;
        for (int r = ty; r < TILE; r += STRIPES) {
            a[r][tx] = (top + r < M && w < words) ? A4[(top + r) * words + w] : 0;
            b[r][tx] = (left + r < N && w < words) ? B4[(left + r) * words + w] : 0;
        }
        __syncthreads();

        for (int k = 0; k < TILE; ++k) {
            const int word = b[tx][k];
            for (int r = 0; r < ROWS; ++r)
                sum[r] = __dp4a(a[ty * ROWS + r][k], word, sum[r]);
        }
        __syncthreads();
    }

    const int col = left + tx;
    for (int r = 0; r < ROWS; ++r) {
        const int row = top + ty + r * STRIPES;
        if (row < M && col < N)
            C[row * N + col] = sum[r];
    }
}
