constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int HIGH = TILE / ROWS;    // threads of a block in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[TILE][TILE + 1];
    __shared__ int Bs[TILE][TILE + 1];

    const int *a = (const int *)A;
    const int *b = (const int *)Bt;
    int W = K / 4;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

    int sum[ROWS] = {};

    for (int k0 = 0; k0 < W; k0 += TILE) {
        int k = k0 + tx;
        for (int r = 0; r < ROWS; r++) {
            int y = ty + r * HIGH;
            As[y][tx] = (row0 + y < M && k < W) ? a[(row0 + y) * W + k] : 0;
            Bs[y][tx] = (col0 + y < N && k < W) ? b[(col0 + y) * W + k] : 0;
        }
        __syncthreads();
        for (int w = 0; w < TILE; w++) {
            int word = Bs[tx][w];
            #pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r] = __dp4a(As[ty + r * ROWS][w], word, sum[r]);
        }
        __syncthreads();
    }

    int col = col0 + tx;
    for (int r = 0; r < ROWS; r++) {
        int row = row0 + ty + r * HIGH;
        if (row < M && col < N) C[row * N + col] = sum[r];
    }
}
