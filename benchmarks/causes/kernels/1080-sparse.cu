#define LANES 32

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int hilo  = blockIdx.x * blockDim.x + threadIdx.x;
    int fila  = hilo / LANES;
    int carril = hilo % LANES;
    float suma = 0.0f;

    if (fila < rows)
    {
        int fin = starts[fila + 1];
        float suma = 0.0f;
        for (int k = starts[fila] + carril; k < fin; k += LANES)
        {
            suma += values[k] * x[columns[k]];
        }
    }

    for (int paso = LANES / 2; paso > 0; paso /= 2)
    {
        suma += __shfl_down_sync(0xffffffff, suma, paso);
    }

    if (carril == 0 && fila < rows)
    {
        y[fila] = suma;
    }
}
