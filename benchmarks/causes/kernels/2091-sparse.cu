// SpMV (CSR), un warp por fila
#define WARP 32
#define TODOS 0xffffffffu

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int carril = threadIdx.x % WARP;                          // lane
    const int fila   = blockIdx.x * BLOCK + threadIdx.x / WARP;     // una fila por warp

    if (fila >= rows)
        return;                                                     // sale el warp entero

    const int fin = starts[fila + 1];
    float suma = 0.f;

    // las entradas de la fila, de 32 en 32
    int k = starts[fila] + carril;
    while (k < fin) {
        suma += values[k] * x[columns[k]];
        k += WARP;
    }

    // reduccion dentro del warp
    #pragma unroll
    for (int paso = WARP / 2; paso > 0; paso >>= 1)
        suma += __shfl_down_sync(TODOS, suma, paso);

    if (carril == 0)
        y[fila] = suma;
}
