__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

enum { D = 2 * RADIUS + 1, PITCH = TILE + 2 * RADIUS };

__device__ float weigh(const float *w)
{
    const float *m = &mask[0][0];
    float s = 0;
    for (int down = 0; down < D; down++) {
        for (int right = 0; right < D; right++)
            s += *m++ * *w++;
        w += PITCH - 2 * RADIUS;
    }
    return s;
}

__device__ void bring(float *part, const float *image, int rows, int cols)
{
    int nr = threadIdx.y * TILE + threadIdx.x;
    while (nr < PITCH * PITCH) {
        int y = (int)(blockIdx.y * TILE) - RADIUS + nr / PITCH;
        int x = (int)(blockIdx.x * TILE) - RADIUS + nr % PITCH;
        part[nr] = 0;
        if (0 <= y && y < rows && 0 <= x && x < cols)
            part[nr] = image[y * cols + x];
        nr += TILE * TILE;
    }
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float part[PITCH * PITCH];

    bring(part, image, rows, cols);
    __syncthreads();

    int y = blockIdx.y * TILE + threadIdx.y;
    int x = blockIdx.x * TILE + threadIdx.x;
    if (y < rows && x < cols)
        result[y * cols + x] = weigh(part + threadIdx.y * PITCH + threadIdx.x);
}
