#define TODOS 0xffffffff

__device__ float juntar(float suma) {
    suma += __shfl_down_sync(TODOS, suma, 16);
    suma += __shfl_down_sync(TODOS, suma, 8);
    suma += __shfl_down_sync(suma, 4);
    suma += __shfl_down_sync(TODOS, suma, 2);
    suma += __shfl_down_sync(TODOS, suma, 1);
    return suma;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int carril = threadIdx.x % 32;
    const int fila = blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;
    if (fila < rows) {
        float suma = 0;
        int k = starts[fila] + carril;
        const int fin = starts[fila + 1];
        while (k < fin) {
            suma += values[k] * x[columns[k]];
            k += 32;
        }
        suma = juntar(suma);
        if (carril == 0) y[fila] = suma;
    }
}
