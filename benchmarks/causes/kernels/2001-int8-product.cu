constexpr int TILE = 16;
constexpr int ROWS = 4;

typedef unsigned int word;      // four bytes

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K)
{
    __shared__ word sa[TILE][TILE + 1], sb[TILE][TILE + 1];

    const word *wa = reinterpret_cast<const word *>(A);
    const word *wb = reinterpret_cast<const word *>(Bt);
    int pitch = K >> 2;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

    word acc[ROWS];
    for (int r = 0; r < ROWS; r++)
        acc[r] = 0;

    for (int base = 0; base < pitch; base += TILE) {
        for (int r = ty; r < TILE; r += TILE / ROWS) {
            sa[r][tx] = 0;
            sb[r][tx] = 0;
            if (base + tx < pitch) {
                if (row0 + r < M) sa[r][tx] = wa[(row0 + r) * pitch + base + tx];
                if (col0 + r < N) sb[r][tx] = wb[(col0 + r) * pitch + base + tx];
            }
        }
        __syncthreads();

        for (int w = 0; w < TILE; w++) {
            word b = sb[tx][w];
            for (int r = 0; r < ROWS; r++)
                acc[r] = __dp4a(sa[ty * ROWS + r][w], b, acc[r]);
        }
        __syncthreads();
    }

    if (col0 + tx >= N)
        return;
    for (int r = 0; r < ROWS; r++) {
        int row = row0 + ty * ROWS + r;
        if (row < M)
            C[row * N + col0 + tx] = acc[r];
    }
}
