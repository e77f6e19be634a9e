__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define SIDE TILE + 2 * RADIUS

template <int N>
__device__ float dot(const float *weights, const float *cells) {
    float d = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        d += weights[i] * cells[i];
    return d;
}

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float cells[SIDE * SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE - RADIUS;
    const int y0 = blockIdx.y * TILE - RADIUS;

    int k = tx + ty * TILE;
    do {
        int c = k % SIDE;
        int r = k / SIDE;
        bool ok = y0 + r >= 0 && y0 + r < rows && x0 + c >= 0 && x0 + c < cols;
        cells[k] = ok ? image[(y0 + r) * cols + x0 + c] : 0.0f;
        k += TILE * TILE;
    } while (k < SIDE * SIDE);
    __syncthreads();

    float out = 0;
    for (int r = 0; r < 2 * RADIUS + 1; r++)
        out += dot<2 * RADIUS + 1>(mask[r], cells + (ty + r) * SIDE + tx);

    const int x = x0 + RADIUS + tx, y = y0 + RADIUS + ty;
    if (x < cols && y < rows)
        result[y * cols + x] = out;
}
