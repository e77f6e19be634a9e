constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STRIDE = TILE / ROWS;     // threads in y

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int as[TILE][TILE + 1];
    __shared__ int bs[TILE][TILE + 1];

    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int top = blockIdx.y * TILE;
    const int left = blockIdx.x * TILE;
    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;

    int acc[ROWS] = {0};

    for (int w0 = 0; w0 < words; w0 += TILE) {
        const int w = w0 + tx;
        for (int y = ty; y < TILE; y += STRIDE) {
            as[y][tx] = (top + y < M && w < words) ? Aw[(top + y) * K + w] : 0;
            bs[y][tx] = (left + y < N && w < words) ? Bw[(left + y) * K + w] : 0;
        }
        __syncthreads();

        for (int k = 0; k < TILE; k++) {
            const int b = bs[tx][k];
            #pragma unroll
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(as[ty + r * STRIDE][k], b, acc[r]);
        }
        __syncthreads();
    }

    const int col = left + tx;
    for (int r = 0; r < ROWS; r++) {
        const int row = top + ty + r * STRIDE;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
