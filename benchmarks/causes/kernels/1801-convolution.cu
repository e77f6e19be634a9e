#define SIDE (TILE + RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float part[SIDE][SIDE];

    int left = blockIdx.x * TILE - RADIUS;
    int top = blockIdx.y * TILE - RADIUS;
    for (int k = threadIdx.y * TILE + threadIdx.x; k < (TILE + 2 * RADIUS) * (TILE + 2 * RADIUS); k += TILE * TILE) {
        int pr = k / (TILE + 2 * RADIUS), pc = k % (TILE + 2 * RADIUS);
        int gr = top + pr, gc = left + pc;
        bool inside = gr >= 0 && gr < rows && gc >= 0 && gc < cols;
        part[pr][pc] = inside ? image[gr * cols + gc] : 0.f;
    }
    __syncthreads();

    int row = top + RADIUS + threadIdx.y;
    int col = left + RADIUS + threadIdx.x;
    if (row >= rows || col >= cols) return;
    float acc = 0.f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; r++)
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; c++)
            acc += mask[r][c] * part[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = acc;
}
