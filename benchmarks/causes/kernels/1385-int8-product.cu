constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int WORTE = 8;

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K) {
    __shared__ int a[TILE][WORTE];
    __shared__ int b[TILE][WORTE + 1];

    const int *A4 = (const int *)A;
    const int *B4 = (const int *)Bt;
    const int lang = K / 4;
    const int i0 = blockIdx.y * TILE;
    const int j0 = blockIdx.x * TILE;
    const int tx = threadIdx.x, ty = threadIdx.y;

    int cellules[ROWS] = {};
    for (int w0 = 0; w0 < lang; w0 += WORTE) {
        for (int e = ty * TILE + tx; e < TILE * WORTE; e += TILE * (TILE / ROWS)) {
            const int r = e / WORTE, w = e % WORTE;
            const bool ok = w0 + w < lang;
            a[r][w] = ok && i0 + r < M ? A4[(i0 + r) * lang + w0 + w] : 0;
            b[r][w] = ok && j0 + r < N ? B4[(j0 + r) * lang + w0 + w] : 0;
        }
        __syncthreads();

        for (int w = 0; w < WORTE; ++w) {
            const int mot = b[tx][w];
#pragma unroll
            for (int r = 0; r < ROWS; ++r)
                cellules[r] = __dp4a(a[ty * ROWS + r][w], mot, cellules[r]);
        }
        __syncthreads();
    }

    const int colonne = j0 + tx;
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        const int ligne = i0 + ty + r * (TILE / ROWS);
        if (ligne < M && colonne < N)
            C[ligne * N + colonne] = cellules[r];
    }
}
