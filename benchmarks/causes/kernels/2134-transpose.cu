// Kachel flach abgelegt, eine Spalte Polster gegen Bankkonflikte
constexpr int BREITE = TILE + 1;

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float kachel[TILE * BREITE];

    int spalte0 = blockIdx.x * TILE, zeile0 = blockIdx.y * TILE;
    int tx = threadIdx.x, ty = threadIdx.y;

    {
        int z = zeile0 + ty, s = spalte0 + tx;
        if (z < rows && s < cols)
            kachel[ty * BREITE + tx] = a[z * cols + s];
    }

    __syncthreads();

    {
        // jetzt ist tx die Zeile von a und ty die Spalte
        int z = zeile0 + tx, s = spalte0 + ty;
        if (z < rows && s < cols)
            b[s * rows + z] = kachel[tx * TILE + ty];
    }
}
