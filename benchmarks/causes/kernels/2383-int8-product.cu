constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[TILE][TILE];
    __shared__ int Bs[TILE][TILE + 1];

    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    int sum[ROWS] = {};

    for (int w0 = 0; w0 < words; w0 += TILE) {
        const int w = w0 + tx;
        for (int r = ty; r < TILE; r += STEP) {
            As[r][tx] = (row0 + r < M && w < words) ? Aw[(row0 + r) * words + w] : 0;
            Bs[r][tx] = (col0 + r < N && w < words) ? Bw[(col0 + r) * K + w] : 0;
        }
        __syncthreads();

        for (int k = 0; k < TILE; ++k) {
            const int bword = Bs[tx][k];
#pragma unroll
            for (int m = 0; m < ROWS; ++m)
                sum[m] = __dp4a(As[ty + m * STEP][k], bword, sum[m]);
        }
        __syncthreads();
    }

    const int col = col0 + tx;
    if (col >= N) return;
    for (int m = 0; m < ROWS; ++m) {
        const int row = row0 + ty + m * STEP;
        if (row < M) C[row * N + col] = sum[m];
    }
}
