extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const unsigned TOUS = 0xffffffffu;
    int g = blockIdx.x * BLOCK + threadIdx.x;
    int ligne = g >> 5, voie = g & 31;
    if (ligne >= rows)
        return;

    int debut = starts[ligne], fin = starts[ligne + 1];
    if (debut == fin) {        // ligne vide : rien à sommer
        return;
    }

    float s = 0.0f;
    for (int k = debut + voie; k < fin; k += 32)
        s = fmaf(values[k], x[columns[k]], s);
    for (int d = 16; d; d >>= 1)
        s += __shfl_xor_sync(TOUS, s, d);
    if (voie == 0)
        y[ligne] = s;
}
