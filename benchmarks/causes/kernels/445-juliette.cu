#define COTE (TILE + 2 * RADIUS)

__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

extern "C" __global__ void convolve(const float *image, float *result, int rows, int cols)
{
    __shared__ float zone[COTE * COTE];
    int id = threadIdx.y * TILE + threadIdx.x;
    int haut = blockIdx.y * TILE - RADIUS, gauche = blockIdx.x * TILE - RADIUS;

    // chargement : indice à une dimension, quotient et reste
    for (int k = id; k < COTE * COTE; k += TILE * TILE) {
        int l = haut + k / COTE, c = gauche + k % COTE;
        zone[k] = (l >= 0 && l < rows && c >= 0 && c < cols) ? image[l * cols + c] : 0.0f;
    }
    __syncthreads();

    int l = blockIdx.y * TILE + threadIdx.y, c = blockIdx.x * TILE + threadIdx.x;
    if (l < rows && c < cols) {
        float s = 0.0f;
        for (int dl = 0; dl <= 2 * RADIUS; ++dl)
            for (int dc = 0; dc <= 2 * RADIUS; ++dc)
                s += mask[2 * RADIUS - dl][2 * RADIUS - dc] * zone[(threadIdx.y + dl) * COTE + threadIdx.x + dc];
        result[l * cols + c] = s;
    }
}
