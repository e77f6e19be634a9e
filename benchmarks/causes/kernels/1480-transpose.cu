template <int T>
__device__ void move(const float *__restrict__ src, float *__restrict__ dst, int h, int w, float (*tile)[T + 1]) {
    const int bx = blockIdx.x * T, by = blockIdx.y * T;
    const int i = threadIdx.x, j = threadIdx.y;

    if (by + j < h && bx + i < w)
        tile[j][i] = src[(by + j) * w + bx + i];

    if (bx + j < w && by + i < h)
        dst[(bx + j) * w + by + i] = tile[i][j];
}

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    move<TILE>(a, b, rows, cols, tile);
}
