// Chuyển vị qua bộ nhớ chia sẻ, mảng một chiều, thêm 1 cột để tránh xung đột bank
#define RONG TILE + 1

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float o[TILE * RONG];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;

    if (x < cols && y < rows)
        o[ty * RONG + tx] = a[y * cols + x];
    __syncthreads();

    x = blockIdx.y * TILE + tx;
    y = blockIdx.x * TILE + ty;
    if (x < rows && y < cols)
        b[y * rows + x] = o[tx * RONG + ty];
}
