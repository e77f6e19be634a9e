constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][TILE + 1], sb[TILE][TILE + 1];
    const int *wa = (const int *)A, *wb = (const int *)Bt;
    const int words = K / 4;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int rowBase = blockIdx.y * TILE, colBase = blockIdx.x * TILE;

    int acc[ROWS] = {0};
    for (int w0 = 0; w0 < words; w0 += TILE) {
        for (int r = ty; r < TILE; r += STEP) {
            sa[r][tx] = rowBase + r < M ? wa[(rowBase + r) * words + w0 + tx] : 0;
            sb[r][tx] = colBase + r < N ? wb[(colBase + r) * words + w0 + tx] : 0;
        }
        __syncthreads();
        for (int w = 0; w < TILE; ++w) {
            int b = sb[tx][w];
            for (int r = 0; r < ROWS; ++r)
                acc[r] = __dp4a(sa[ty + r * STEP][w], b, acc[r]);
        }
        __syncthreads();
    }

    int col = colBase + tx;
    for (int r = 0; r < ROWS; ++r) {
        int row = rowBase + ty + r * STEP;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
