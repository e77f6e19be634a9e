// Aurora: carico la parte con un indice lineare, tutti i thread insieme
#define LATO (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols) {
    __shared__ float pezzo[LATO * LATO];
    int riga0 = blockIdx.y * TILE - RADIUS;
    int col0 = blockIdx.x * TILE - RADIUS;
    int id = threadIdx.y * TILE + threadIdx.x;

    for (int i = id; i < LATO * LATO; i += TILE) {
        int riga = riga0 + i / LATO;
        int col = col0 + i % LATO;
        float v = 0.0f;
        if (riga >= 0 && riga < rows && col >= 0 && col < cols)
            v = image[riga * cols + col];
        pezzo[i] = v;
    }
    __syncthreads();

    int riga = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (riga < rows && col < cols) {
        float somma = 0.0f;
        for (int r = 0; r < 2 * RADIUS + 1; r++)
            for (int c = 0; c < 2 * RADIUS + 1; c++)
                somma += mask[r][c] * pezzo[(threadIdx.y + r) * LATO + threadIdx.x + c];
        result[riga * cols + col] = somma;
    }
}
