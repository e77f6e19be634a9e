namespace {
constexpr int kWarp = 32;

template <typename T>
__device__ T sumaDelWarp(T v) {
#pragma unroll
    for (int paso = kWarp / 2; paso >= 1; paso /= 2)
        v += __shfl_down_sync(0xffffffffu, v, paso);
    return v;
}
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warp = threadIdx.x % kWarp;
    const int carril = threadIdx.x / kWarp;
    const int fila = blockIdx.x * (BLOCK / kWarp) + warp;
    if (fila >= rows)
        return;

    float suma = 0.0f;
    const int fin = starts[fila + 1];
    for (int k = starts[fila] + carril; k < fin; k += kWarp)
        suma += values[k] * x[columns[k]];

    suma = sumaDelWarp(suma);
    if (carril == 0)
        y[fila] = suma;
}
