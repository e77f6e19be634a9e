__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

#define PIX(r, c) ((r) >= 0 && (r) < rows && (c) >= 0 && (c) < cols ? image[(r) * cols + (c)] : 0.f)

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float win[TILE + 2 * RADIUS][TILE + 2 * RADIUS];

    int i = threadIdx.y, I = i + RADIUS;
    int j = threadIdx.x, J = j + RADIUS;
    int r = i + TILE * blockIdx.y;
    int c = j + TILE * blockIdx.x;

    win[I][J] = PIX(r, c);
    if (i < RADIUS) {
        win[i][J] = PIX(r - RADIUS, c);
        win[I + TILE][J] = PIX(r + TILE, c);
    }
    if (j < RADIUS) {
        win[I][j] = PIX(r, c - RADIUS);
        win[I][J + TILE] = PIX(r, c + TILE);
    }
    if (i < RADIUS && j < RADIUS) {
        win[i][j] = PIX(r - RADIUS, c - RADIUS);
        win[i][J + TILE] = PIX(r - RADIUS, c + TILE);
        win[I + TILE][j] = PIX(r + TILE, c - RADIUS);
        win[I + TILE][J + TILE] = PIX(r + TILE, c - RADIUS);
    }
    __syncthreads();

    if (r < rows && c < cols) {
        float out = 0.f;
        for (int p = -RADIUS; p <= RADIUS; p++)
            for (int q = -RADIUS; q <= RADIUS; q++)
                out += win[I + p][J + q] * mask[p + RADIUS][q + RADIUS];
        result[r * cols + c] = out;
    }
}
