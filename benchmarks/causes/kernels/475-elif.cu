// Elif: parcayi duz bir sayacla yukluyoruz, her is parcacigi birkac eleman alir
__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int KENAR = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float parca[KENAR * KENAR];

    const int ust = int(blockIdx.y) * TILE - RADIUS;
    const int sol = int(blockIdx.x) * TILE - RADIUS;
    const int no = threadIdx.y * TILE + threadIdx.x;

    for (int i = no; i < KENAR * KENAR; i += TILE) {
        const int y = ust + i / KENAR;
        const int x = sol + i % KENAR;
        const bool var = y >= 0 && y < rows && x >= 0 && x < cols;
        parca[i] = var ? image[y * cols + x] : 0.0f;
    }
    __syncthreads();

    const int satir = blockIdx.y * TILE + threadIdx.y;
    const int sutun = blockIdx.x * TILE + threadIdx.x;
    if (satir >= rows || sutun >= cols)
        return;

    float toplam = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            toplam += mask[r][c] * parca[(threadIdx.y + r) * KENAR + threadIdx.x + c];
    result[satir * cols + sutun] = toplam;
}
