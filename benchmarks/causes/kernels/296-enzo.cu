#define WARP 32

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int hilo = blockIdx.x * BLOCK + threadIdx.x;
    int fila = hilo / WARP;
    int carril = hilo % WARP;
    if (fila >= rows) return;

    float suma = 0.0f;
    int k = starts[fila] + carril;
    int fin = starts[fila + 1];
    while (k < fin) {
        suma += values[k] * x[columns[k]];
        k += WARP;
    }

    // sumar los 32 carriles
    int paso = WARP / 2;
    while (paso >= 1) {
        suma += __shfl_down_sync(0xffffffff, suma, paso, WARP / 2);
        paso /= 2;
    }
    if (carril == 0) y[fila] = suma;
}
