// int8 product, one thread = 4 cells of a column

constexpr int TILE = 32;
constexpr int ROWS = 4;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    int width = 16;           // words of a row in one phase
    __shared__ int as[TILE][width];
    __shared__ int bs[TILE][width + 1];

    const int words = K / 4;
    const int *a4 = (const int *)A;
    const int *b4 = (const int *)Bt;
    const int top = blockIdx.y * TILE;
    const int left = blockIdx.x * TILE;
    const int me = threadIdx.y * blockDim.x + threadIdx.x;
    const int threads = blockDim.x * blockDim.y;

    int sums[ROWS];
    for (int q = 0; q < ROWS; q++)
        sums[q] = 0;

    for (int begin = 0; begin < words; begin += width) {
        for (int s = me; s < TILE * width; s += threads) {
            const int r = s / width;
            const int c = s % width;
            const bool inside = begin + c < words;
            as[r][c] = inside && top + r < M ? a4[(top + r) * words + begin + c] : 0;
            bs[r][c] = inside && left + r < N ? b4[(left + r) * words + begin + c] : 0;
        }
        __syncthreads();

        for (int c = 0; c < width; c++) {
            const int b = bs[threadIdx.x][c];
            for (int q = 0; q < ROWS; q++)
                sums[q] = __dp4a(as[threadIdx.y * ROWS + q][c], b, sums[q]);
        }
        __syncthreads();
    }

    const int col = left + threadIdx.x;
    for (int q = 0; q < ROWS; q++) {
        const int row = top + threadIdx.y * ROWS + q;
        if (row < M && col < N)
            C[row * N + col] = sums[q];
    }
}
