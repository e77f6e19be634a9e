// Convolución: el bloque trae su trozo de la imagen, con dos elementos más a cada lado.

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

constexpr int LADO = TILE + 2 * RADIUS;

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float trozo[LADO * LADO];

    const int yo = threadIdx.y * TILE + threadIdx.x;
    const int arriba = (int)(blockIdx.y * TILE) - RADIUS;
    const int izquierda = (int)(blockIdx.x * TILE) - RADIUS;

    auto dentro = [&](int fila, int columna) {
        return fila >= 0 && fila <= rows && columna >= 0 && columna < cols;
    };

    for (int k = yo; k < LADO * LADO; k += TILE * TILE) {
        const int fila = arriba + k / LADO;
        const int columna = izquierda + k % LADO;
        float valor = 0.0f;
        if (dentro(fila, columna))
            valor = image[fila * cols + columna];
        trozo[k] = valor;
    }
    __syncthreads();

    const int fila = arriba + RADIUS + threadIdx.y;
    const int columna = izquierda + RADIUS + threadIdx.x;

    if (fila < rows && columna < cols) {
        float suma = 0.0f;
        for (int r = 0; r <= 2 * RADIUS; ++r) {
            const float *linea = trozo + (threadIdx.y + r) * LADO + threadIdx.x;
            for (int c = 0; c <= 2 * RADIUS; ++c)
                suma += mask[r][c] * linea[c];
        }
        result[fila * cols + columna] = suma;
    }
}
