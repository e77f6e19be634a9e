#define WIDTH (TILE + 1)

struct Place {
    int r, c;
};

__device__ Place place(int block_r, int block_c) {
    Place p;
    p.r = block_r * TILE + threadIdx.y;
    p.c = block_c * TILE + threadIdx.x;
    return p;
}

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE * WIDTH];

    // in
    Place in = place(blockIdx.y, blockIdx.x);
    if (in.r < rows && in.c < cols) {
        tile[threadIdx.y * WIDTH + threadIdx.x] = a[in.r * cols + in.c];
    }
    __syncthreads();

    // out
    Place out = place(blockIdx.x, blockIdx.y);
    if (out.r < rows && out.c < cols) {
        b[out.r * rows + out.c] = tile[threadIdx.x * WIDTH + threadIdx.y];
    }
}
