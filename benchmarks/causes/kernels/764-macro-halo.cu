__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define PITCH TILE + 2 * RADIUS
#define PX(j, i) px[(j) * PITCH + (i)]

// every thread fetches up to four pixels: its own, the one a tile further right, below, and both
extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float px[(TILE + 2 * RADIUS) * (TILE + 2 * RADIUS)];
    int tx = threadIdx.x, ty = threadIdx.y;
    int gx = blockIdx.x * TILE + tx;
    int gy = blockIdx.y * TILE + ty;

    for (int j = ty; j < PITCH; j += TILE) {
        int y = gy - ty + j - RADIUS;
        for (int i = tx; i < PITCH; i += TILE) {
            int x = gx - tx + i - RADIUS;
            if (y < 0 || x < 0 || y >= rows || x >= cols)
                PX(j, i) = 0.f;
            else
                PX(j, i) = image[y * cols + x];
        }
    }

    __syncthreads();

    if (gy < rows && gx < cols) {
        float acc = 0.f;
        #pragma unroll
        for (int j = 0; j < 2 * RADIUS + 1; j++)
            #pragma unroll
            for (int i = 0; i < 2 * RADIUS + 1; i++)
                acc += mask[j][i] * PX(ty + j, tx + i);
        result[gy * cols + gx] = acc;
    }
}
