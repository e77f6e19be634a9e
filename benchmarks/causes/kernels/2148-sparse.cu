// une ligne par warp

__device__ float somme_warp(float s)
{
    for (int pas = 16; pas >= 1; pas /= 2)
        s += __shfl_down_sync(0xffffffff, s, pas);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int par_bloc = BLOCK / 32;
    const int voie = threadIdx.x % 32;
    const int ligne = blockIdx.x * 32 + threadIdx.x / 32;

    if (ligne < rows) {
        const int debut = starts[ligne];
        const int fin = starts[ligne + 1];
        float s = 0.0f;

        int k = debut + voie;
        while (k < fin) {
            const int col = columns[k];
            s += values[k] * x[col];
            k += 32;
        }

        s = somme_warp(s);
        if (voie == 31)
            y[ligne] = s;
    }
}
