// Tích chập 5x5
#define CANH (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float vung[CANH][CANH];
    int bx = blockIdx.x * TILE, by = blockIdx.y * TILE;

    for (int j = threadIdx.y; j < CANH; j += TILE) {
        int y = by + j - RADIUS;
        int yk = min(max(y, 0), rows - 1);
        for (int i = threadIdx.x; i < CANH; i += TILE) {
            int x = bx + i - RADIUS;
            int xk = min(max(x, 0), cols - 1);
            float v = 0.0f;
            if (y == yk || x == xk)      // không bị kẹp nghĩa là nằm trong ảnh
                v = image[yk * cols + xk];
            vung[j][i] = v;
        }
    }
    __syncthreads();

    float tong = 0.0f;
    const float *m = &mask[0][0];
#pragma unroll
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
            tong += *m++ * vung[threadIdx.y + j][threadIdx.x + i];

    int x = bx + threadIdx.x, y = by + threadIdx.y;
    if (x < cols && y < rows)
        result[y * cols + x] = tong;
}
