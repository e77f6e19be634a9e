#define BOK (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float kaf[BOK * BOK];
    // watki ponumerowane po kolei, 0 .. TILE*TILE-1
    int nr = threadIdx.y * TILE + threadIdx.x;
    int gora = blockIdx.y * TILE - RADIUS;
    int lewo = blockIdx.x * TILE - RADIUS;

    for (int i = nr; i < BOK * BOK; i += blockDim.x) {
        int w = gora + i / BOK;
        int k = lewo + i % BOK;
        float v = 0.0f;
        if (w >= 0 && w < rows && k >= 0 && k < cols)
            v = image[w * cols + k];
        kaf[i] = v;
    }
    __syncthreads();

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float suma = 0.0f;
    for (int r = 0; r < 5; ++r)
        for (int c = 0; c < 5; ++c)
            suma += mask[r][c] * kaf[(threadIdx.y + r) * BOK + threadIdx.x + c];

    if (row < rows && col < cols)
        result[row * cols + col] = suma;
}
