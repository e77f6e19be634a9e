// somme sur un warp entier
__device__ float warp_somme(float v)
{
    for (int pas = 16; pas >= 1; pas /= 2)
        v += __shfl_down_sync(0xffffffff, v, pas);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    int ligne = id >> 5;
    int voie = id & 31;

    if (ligne < rows)
    {
        float s = 0.0f;
        int fin = starts[ligne + 1];
        int k = starts[ligne] + voie;
        while (k < fin)
        {
            int col = columns[k];
            s += values[col] * x[col];
            k += 32;
        }

        s = warp_somme(s);

        // un seul fil du warp écrit
        if (voie == 31)
            y[ligne] = s;
    }
}
