__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

enum { DIA = 2 * RADIUS + 1, W = TILE + 2 * RADIUS };

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float halo[W * (TILE + RADIUS)];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    float *to = halo + threadIdx.y * W;
    for (int yy = y - RADIUS; yy < (int)(blockIdx.y * TILE) + TILE + RADIUS; yy += TILE) {
        const float *from = image + yy * cols;
        int xx = x - RADIUS;
        for (int h = threadIdx.x; h < W; h += TILE) {
            if (yy < 0 || yy >= rows || xx < 0 || xx >= cols)
                to[h] = 0;
            else
                to[h] = from[xx];
            xx += TILE;
        }
        to += TILE * W;
    }
    __syncthreads();

    float s = 0;
    const float *h = halo + threadIdx.y * W + threadIdx.x;
    for (int m = 0; m < DIA * DIA; ++m)
        s += mask[m / DIA][m % DIA] * h[m / DIA * W + m % DIA];

    if (x < cols && y < rows)
        result[y * cols + x] = s;
}
