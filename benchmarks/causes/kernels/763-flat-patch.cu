__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SPAN (TILE + 2 * RADIUS)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float patch[SPAN * SPAN];

    const int me = threadIdx.y * TILE + threadIdx.x;
    const int top = (int)blockIdx.y * TILE - RADIUS;
    const int left = (int)blockIdx.x * TILE - RADIUS;

    for (int k = me; k < SPAN * SPAN; k += TILE * TILE) {
        const int r = top + k / SPAN;
        const int c = left + k % SPAN;
        const bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
        patch[k] = inside ? image[r * cols + c] : 0.0f;
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols)
        return;

    const float *w = &mask[0][0];
    const float *p = patch + threadIdx.y * SPAN + threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r) {
        for (int c = 0; c <= 2 * RADIUS; ++c)
            sum += w[r * 2 * RADIUS + c] * p[c];
        p += SPAN;
    }
    result[row * cols + col] = sum;
}
