constexpr int TILE = 16;
constexpr int ROWS = 2;
constexpr int THREADS_Y = TILE / ROWS;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int tileA[TILE * TILE];
    __shared__ int tileB[TILE * (TILE + 1)];
    int KW = K >> 2;
    const int *a = reinterpret_cast<const int *>(A) + blockIdx.y * TILE * KW;
    const int *b = reinterpret_cast<const int *>(Bt) + blockIdx.x * TILE * KW;
    int leftM = M - blockIdx.y * TILE;    // rows of A from here on
    int leftN = N - blockIdx.x * TILE;

    int id = threadIdx.y * TILE + threadIdx.x;

    int sum0, sum1;
    for (int k0 = 0; k0 < KW; k0 += TILE) {
        sum0 = sum1 = 0;
        for (int e = id; e < TILE * TILE; e += TILE * THREADS_Y) {
            int r = e / TILE, w = e % TILE;
            int va = 0, vb = 0;
            if (r < leftM && k0 + w < KW)
                va = a[r * KW + k0 + w];
            if (r < leftN)
                vb = b[r * KW + k0 + w];
            tileA[r * TILE + w] = va;
            tileB[r * (TILE + 1) + w] = vb;
        }
        __syncthreads();
        for (int w = 0; w < TILE; ++w) {
            int word = tileB[threadIdx.x * (TILE + 1) + w];
            sum0 = __dp4a(tileA[(2 * threadIdx.y) * TILE + w], word, sum0);
            sum1 = __dp4a(tileA[(2 * threadIdx.y + 1) * TILE + w], word, sum1);
        }
        __syncthreads();
    }

    int row = blockIdx.y * TILE + 2 * threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (col < N) {
        if (row < M)
            C[row * N + col] = sum0;
        if (row + 1 < M)
            C[(row + 1) * N + col] = sum1;
    }
}
