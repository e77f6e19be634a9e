// mistake: TILE is no multiple of ROWS, so the last rows of a tile are nobody's
// group: launch
// expect: unwritten-output
// hint: rows-of-nobody
constexpr int TILE = 32;
constexpr int ROWS = 10;
constexpr int STEP = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[TILE][TILE], Bs[TILE][TILE + 1];
    const int *a = (const int *)A, *b = (const int *)Bt;
    int tx = threadIdx.x, ty = threadIdx.y, words = K / 4;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int sums[ROWS] = {};

    for (int first = 0; first < words; first += TILE) {
        int word = first + tx;
        for (int r = ty; r < TILE; r += STEP) {
            As[r][tx] = top + r < M && word < words ? a[(top + r) * words + word] : 0;
            Bs[r][tx] = left + r < N && word < words ? b[(left + r) * words + word] : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE; ++k) {
            int other = Bs[tx][k];
            for (int i = 0; i < ROWS; ++i)
                sums[i] = __dp4a(As[ty + i * STEP][k], other, sums[i]);
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; ++i) {
        int row = top + ty + i * STEP;
        if (row < M && left + tx < N)
            C[row * N + left + tx] = sums[i];  // HERE
    }
}
