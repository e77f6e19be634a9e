__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int BREIT = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float stueck[BREIT][BREIT];
    const int oben = blockIdx.y * TILE - RADIUS;
    const int links = blockIdx.x * TILE - RADIUS;

    for (int i = threadIdx.y * TILE + threadIdx.x; i < BREIT * BREIT; i += TILE * TILE) {
        const int r = i / BREIT;
        const int c = i % TILE;
        const int zeile = oben + r, spalte = links + c;
        const bool im_bild = zeile >= 0 && zeile < rows && spalte >= 0 && spalte < cols;
        stueck[r][c] = im_bild ? image[zeile * cols + spalte] : 0.0f;
    }
    __syncthreads();

    const int zeile = blockIdx.y * TILE + threadIdx.y;
    const int spalte = blockIdx.x * TILE + threadIdx.x;
    if (zeile >= rows || spalte >= cols)
        return;

    float summe = 0.0f;
    for (int r = 0; r <= 2 * RADIUS; ++r)
        for (int c = 0; c <= 2 * RADIUS; ++c)
            summe += mask[r][c] * stueck[threadIdx.y + r][threadIdx.x + c];
    result[zeile * cols + spalte] = summe;
}
