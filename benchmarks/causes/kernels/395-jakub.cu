// Mnożenie macierzy rzadkiej przez wektor

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int wiersz = blockIdx.x * (BLOCK / 32) + warp;

    if (wiersz < rows) {
        int poczatek = starts[wiersz];
        int koniec = starts[wiersz] + 1;

        float suma = 0.0f;
        for (int e = poczatek + lane; e < koniec; e += 32) {
            int kolumna = columns[e];
            suma += values[e] * x[kolumna];
        }

        for (int krok = 16; krok >= 1; krok /= 2)
            suma += __shfl_xor_sync(0xffffffff, suma, krok);

        if (lane == 0)
            y[wiersz] = suma;
    }
}
