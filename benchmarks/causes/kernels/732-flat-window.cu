#define D (2 * RADIUS + 1)
#define W (TILE + D - 1)

__constant__ float mask[D][D];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float window[W * W];
    int id = threadIdx.y * TILE + threadIdx.x;
    int up = blockIdx.y * TILE - RADIUS;
    int left = blockIdx.x * TILE - RADIUS;

    for (int k = id; k < W * W; k += TILE * TILE) {
        int r = up + k / W;
        int c = left + k % W;
        float v = 0;
        if (0 <= r && r < rows)
            if (0 <= c && c < cols)
                v = image[r * cols + c];
        window[k] = v;
    }
    __syncthreads();

    int row = up + RADIUS + threadIdx.y;
    int col = left + RADIUS + threadIdx.x;
    if (row < rows && col < cols) {
        const float *w = window + threadIdx.y * W + threadIdx.x;
        float acc = 0;
        for (int r = 0; r < D; r++) {
            #pragma unroll
            for (int c = 0; c < D; c++)
                acc += w[c] * mask[D - 1 - r][D - 1 - c];
            w += W;
        }
        result[row * cols + col] = acc;
    }
}
