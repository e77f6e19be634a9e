#define BREITE (TILE + RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float ausschnitt[BREITE][BREITE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int oben  = (int)(blockIdx.y * TILE) - RADIUS;
    int links = (int)(blockIdx.x * TILE) - RADIUS;

    // Ausschnitt mit Rand laden
    for (int z = ty; z < BREITE; z += TILE) {
        for (int s = tx; s < BREITE; s += TILE) {
            bool drin = oben + z >= 0 && oben + z < rows && links + s >= 0 && links + s < cols;
            if (drin)
                ausschnitt[z][s] = image[(oben + z) * cols + links + s];
            else
                ausschnitt[z][s] = 0.f;
        }
    }
    __syncthreads();

    float summe = 0.f;
    for (int z = 0; z <= 2 * RADIUS; z++) {
        for (int s = 0; s <= 2 * RADIUS; s++) {
            summe += mask[z][s] * ausschnitt[ty + z][tx + s];
        }
    }

    int zeile = oben + RADIUS + ty, spalte = links + RADIUS + tx;
    if (zeile < rows && spalte < cols) {
        result[zeile * cols + spalte] = summe;
    }
}
