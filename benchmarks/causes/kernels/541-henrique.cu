// Em vez de padding: troca as colunas com XOR (swizzle), nao gasta memoria extra
// li isto num blog da NVIDIA

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float t[TILE][TILE];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int c0 = blockIdx.x * TILE;
    const int r0 = blockIdx.y * TILE;

    if (r0 + ty < rows && c0 + tx < cols)
        t[ty][tx ^ ty] = a[(r0 + ty) * cols + c0 + tx];
    __syncthreads();

    const int r = r0 + tx;
    const int c = c0 + ty;
    if (r < rows && c < cols)
        b[c * rows + r] = t[tx][ty];
}
