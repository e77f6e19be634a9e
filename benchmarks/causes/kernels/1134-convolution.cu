// Convolutie 5x5  --  Sanne de Vries
#define BREED (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float stuk[BREED][BREED];
    const int x0 = (int)(blockIdx.x * TILE) - RADIUS;
    const int y0 = (int)(blockIdx.y * TILE) - RADIUS;

    for (int r = threadIdx.y; r < BREED; r += TILE)
        for (int c = threadIdx.x; c < BREED; c += TILE) {
            const int y = y0 + r, x = x0 + c;
            const bool binnen = 0 <= y && y < rows && 0 <= x && x < cols;
            stuk[r][c] = binnen ? image[y * cols + x] : 0.0f;
        }
    __syncthreads();

    const int kolom = blockIdx.x * TILE + threadIdx.x;
    const int rij = blockIdx.y * TILE + threadIdx.y;
    if (rij >= rows || kolom >= cols) return;

    float som = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r) {
        const float *s = &stuk[threadIdx.y + r][threadIdx.x];
        float som = 0.0f;
        for (int c = 0; c <= 2 * RADIUS; ++c)
            som += mask[r][c] * s[c];
    }
    result[rij * cols + kolom] = som;
}
