constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int CHUNK = 8;            // words of a row brought at once: TILE * CHUNK == threads of the block

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int As[TILE][CHUNK + 1];
    __shared__ int Bs[TILE][CHUNK + 1];

    const int *Aw = (const int *)A;
    const int *Bw = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int tid = ty * TILE + tx;
    const int lr = tid / CHUNK;      // which row of the tile this thread loads
    const int lw = tid % CHUNK;

    const int arow = blockIdx.y * TILE + lr;
    const int brow = blockIdx.x * TILE + lr;

    short acc[ROWS] = {};

    for (int base = 0; base < words; base += CHUNK) {
        const int w = base + lw;
        As[lr][lw] = (arow < M && w < words) ? Aw[arow * words + w] : 0;
        Bs[lr][lw] = (brow < N && w < words) ? Bw[brow * words + w] : 0;
        __syncthreads();

        for (int k = 0; k < CHUNK; k++) {
            const int b = Bs[tx][k];
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(As[ty * ROWS + r][k], b, acc[r]);
        }
        __syncthreads();
    }

    const int col = blockIdx.x * TILE + tx;
    for (int r = 0; r < ROWS; r++) {
        const int row = blockIdx.y * TILE + ty * ROWS + r;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
