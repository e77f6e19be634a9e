// y = A x, la matrice est creuse; un warp par ligne

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int par_bloc = BLOCK / 32;
    const int voie = threadIdx.x & 31;
    const int ligne = blockIdx.x * par_bloc + (threadIdx.x >> 5);

    if (ligne < rows) {
        const int debut = starts[ligne];
        const int fin = starts[ligne + 1];
        float somme = 0.f;

        int k = debut + voie;
        while (k < fin) {
            const int col = columns[k];
            somme += values[k] * x[col];
            k += 32;
        }

        for (int pas = 16; pas > 0; pas /= 2) {
            if (voie < pas)
                somme += __shfl_down_sync(0xffffffff, somme, pas);
        }

        if (voie == 0)
            y[ligne] = somme;
    }
}
