// mistake: The tiles hold bytes, each loaded by itself
// group: tiling
// expect: requirement
// hint: -
constexpr int TILE = 32;
constexpr int ROWS = 8;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ signed char As[TILE][TILE], Bs[TILE][TILE + 4];
    int tx = threadIdx.x, ty = threadIdx.y;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int sums[ROWS] = {};

    for (int first = 0; first < K; first += TILE) {
        int k = first + tx;
        for (int r = ty; r < TILE; r += STEP) {
            As[r][tx] = top + r < M && k < K ? A[(top + r) * K + k] : 0;  // HERE
            Bs[r][tx] = left + r < N && k < K ? Bt[(left + r) * K + k] : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            int other = Bs[tx][k];
            for (int i = 0; i < ROWS; ++i)
                sums[i] += As[ty + i * STEP][k] * other;
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; ++i) {
        int row = top + ty + i * STEP;
        if (row < M && left + tx < N)
            C[row * N + left + tx] = sums[i];
    }
}
