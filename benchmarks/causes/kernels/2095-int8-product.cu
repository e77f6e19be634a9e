constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int HIGH = TILE / ROWS;    // rows of threads
constexpr int WORDS = 16;            // words of K per phase

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int tileA[TILE][WORDS];
    __shared__ int tileB[TILE][WORDS + 1];

    int const words = K / 4;
    int const tid = threadIdx.y * TILE + threadIdx.x;
    int const col = blockIdx.x * TILE + threadIdx.x;
    int const firstRow = blockIdx.y * TILE;
    int const firstCol = blockIdx.x * TILE;

    int sum[ROWS] = {};

    for (int start = 0; start < words; start += WORDS) {
        for (int e = tid; e < TILE * WORDS; e += TILE * HIGH) {
            int r = e / WORDS;
            int w = e % WORDS;
            int a = 0, b = 0;
            if (start + w < words) {
                if (firstRow + r < M) a = ((const int *)A + (firstRow + r) * K)[start + w];
                if (firstCol + r < N) b = ((const int *)Bt + (firstCol + r) * K)[start + w];
            }
            tileA[r][w] = a;
            tileB[r][w] = b;
        }
        __syncthreads();

        for (int w = 0; w < WORDS; ++w) {
            int b = tileB[threadIdx.x][w];
#pragma unroll
            for (int i = 0; i < ROWS; ++i)
                sum[i] = __dp4a(tileA[threadIdx.y + i * HIGH][w], b, sum[i]);
        }
        __syncthreads();
    }

    for (int i = 0; i < ROWS; ++i) {
        int row = firstRow + threadIdx.y + i * HIGH;
        if (row < M && col < N)
            C[row * N + col] = sum[i];
    }
}
