constexpr int TILE = 32;
constexpr int ROWS = 8;

#define WORDS 4                       // a slice: 16 bytes of every row
#define STRIDE (TILE / ROWS)          // a thread's cells lie this far apart

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[WORDS][TILE + 1];
    __shared__ int Bs[WORDS][TILE + 1];

    // TILE * STRIDE threads are TILE lines of WORDS words: each brings one word of A and one of Bt
    int tid = threadIdx.y * TILE + threadIdx.x;
    int line = tid / WORDS;
    int word = tid % WORDS;
    int rowA = blockIdx.y * TILE + line;
    int rowB = blockIdx.x * TILE + line;

    int acc[ROWS];
    for (int r = 0; r < ROWS; ++r)
        acc[r] = 0;

    for (int k = word; k - word < K / 4; k += WORDS) {
        int va = 0;
        int vb = 0;
        if (k < K / 4) {
            if (rowA < M)
                va = ((const int *)A + rowA * K)[k];
            if (rowB < N)
                vb = ((const int *)(Bt + rowB * K))[k];
        }
        As[word][line] = va;
        Bs[word][line] = vb;
        __syncthreads();

        for (int w = 0; w < WORDS; ++w) {
            int b = Bs[w][threadIdx.x];
            for (int r = 0; r < ROWS; ++r)
                acc[r] = __dp4a(As[w][threadIdx.y + r * STRIDE], b, acc[r]);
        }
        __syncthreads();
    }

    int col = blockIdx.x * TILE + threadIdx.x;
    if (col < N) {
        for (int r = 0; r < ROWS; ++r) {
            int row = blockIdx.y * TILE + threadIdx.y + r * STRIDE;
            if (row < M)
                C[row * N + col] = acc[r];
        }
    }
}
