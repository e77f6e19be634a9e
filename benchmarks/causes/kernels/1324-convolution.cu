// Faltung / convolution - Jonas
__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int SEITE = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float teil[SEITE][SEITE];
    const int ecke_r = blockIdx.y * TILE - RADIUS;
    const int ecke_c = blockIdx.x * TILE - RADIUS;

    for (int r = threadIdx.y; r < SEITE; r += TILE) {
        for (int c = threadIdx.x; c < SEITE; c += TILE) {
            const int br = ecke_r + r, bc = ecke_c + c;
            const bool drin = 0 <= br && br < rows && 0 <= bc && bc < cols;
            teil[r][c] = drin ? image[br * cols + bc] : 0.f;
        }
    }
    __syncthreads();

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || col >= cols) return;

    float summe = 0.f;
#pragma unroll
    for (int r = 0; r <= 2 * RADIUS; ++r)
#pragma unroll
        for (int c = 0; c <= 2 * RADIUS; ++c)
            summe += mask[2 * RADIUS - r][2 * RADIUS - c] * teil[threadIdx.y + r][threadIdx.x + c];
    result[row * cols + col] = summe;
}
