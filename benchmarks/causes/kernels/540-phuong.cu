extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float o[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int hang0 = blockIdx.y * TILE;
    int cot0 = blockIdx.x * TILE;

    // doc mot o vao bo nho chung
    if (hang0 + ty < rows && cot0 + tx < cols)
        o[ty][tx] = a[(hang0 + ty) * cols + (cot0 + tx)];
    __syncthreads();

    // ghi ra theo hang cua b
    if (hang0 + ty < rows && cot0 + tx < cols)
        b[(cot0 + ty) * rows + (hang0 + tx)] = o[tx][ty];
}
