// mistake: Four bytes at once, but without tiles
// group: tiling
// expect: requirement
// hint: -
constexpr int TILE = 16;
constexpr int ROWS = 1;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    const int *a = (const int *)A, *b = (const int *)Bt;
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x, words = K / 4;
    if (row < M && col < N) {
        int sum = 0;
        for (int k = 0; k < words; ++k)
            sum = __dp4a(a[row * words + k], b[col * words + k], sum);  // HERE
        C[row * N + col] = sum;
    }
}
