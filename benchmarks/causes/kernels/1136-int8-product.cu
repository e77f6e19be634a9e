// Int8 matrix product with __dp4a.    Oluwaseun Adebayo
constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int LANES = TILE / ROWS;      // threads in y
constexpr int DEPTH = 16;               // words of K per phase

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int sa[TILE][DEPTH];
    __shared__ int sb[TILE][DEPTH + 1];

    const int *wa = (const int *)A;
    const int *wb = (const int *)Bt;
    const int words = K / 4;

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    int apapo[ROWS] = {};

    for (int k0 = 0; k0 < words; k0 += DEPTH) {
        for (int e = ty * TILE + tx; e < TILE * DEPTH; e += TILE * LANES) {
            const int r = e / DEPTH, w = e % DEPTH;
            const bool inside = k0 + w < K;
            sa[r][w] = inside && row0 + r < M ? wa[(row0 + r) * words + k0 + w] : 0;
            sb[r][w] = inside && col0 + r < N ? wb[(col0 + r) * words + k0 + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < DEPTH; ++w) {
            const int b = sb[tx][w];
            #pragma unroll
            for (int q = 0; q < ROWS; ++q)
                apapo[q] = __dp4a(sa[ty + q * LANES][w], b, apapo[q]);
        }
        __syncthreads();
    }

    for (int q = 0; q < ROWS; ++q) {
        const int r = row0 + ty + q * LANES, c = col0 + tx;
        if (r < M && c < N)
            C[r * N + c] = apapo[q];
    }
}
