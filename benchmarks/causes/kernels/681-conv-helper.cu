__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define S (TILE + 2 * RADIUS)

__device__ bool inside(int i, int n) { return i >= 0 && i < n; }

__device__ float fetch(const float *image, int r, int c, int rows, int cols) {
    if (inside(r, rows) || inside(c, cols)) return image[r * cols + c];
    return 0.0f;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[S][S];
    int top = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int k = threadIdx.y * TILE + threadIdx.x; k < S * S; k += TILE * TILE)
        part[k / S][k % S] = fetch(image, top + k / S, left + k % S, rows, cols);
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; r++)
        for (int c = 0; c <= 2 * RADIUS; c++)
            sum += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = sum;
}
