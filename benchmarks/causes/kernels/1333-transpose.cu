// Chuyển vị qua bộ nhớ dùng chung
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float o[TILE][TILE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;

    const int cot = blockIdx.x * TILE + tx;
    const int hang = blockIdx.y * TILE + ty;
    float *cho = &o[0][0] + ty * TILE + tx;
    if (hang < rows && cot < cols)
        *cho = a[hang * cols + cot];

    __syncthreads();

    const int cot_b = blockIdx.y * TILE + tx;
    const int hang_b = blockIdx.x * TILE + ty;
    if (hang_b < cols && cot_b < rows)
        b[hang_b * rows + cot_b] = o[tx][ty];
}
