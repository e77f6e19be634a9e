// a row of the tile is one longer than needed, against bank conflicts
constexpr int PITCH = TILE + 1;

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float buf[TILE * PITCH];

    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (c < cols && r < rows)
        buf[threadIdx.y * PITCH + threadIdx.x] = a[r * cols + c];

    __syncthreads();

    int outCol = blockIdx.y * TILE + threadIdx.x;
    int outRow = blockIdx.x * TILE + threadIdx.y;
    if (outCol < rows && outRow < cols)
        b[outRow * rows + outCol] = buf[threadIdx.x * TILE + threadIdx.y];
}
