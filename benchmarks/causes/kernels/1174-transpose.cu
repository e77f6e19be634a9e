// Transpuesta por azulejos. Una columna de más evita los conflictos de bancos.

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float azulejo[TILE][TILE + 1];

    int fila = blockIdx.y * TILE + threadIdx.y;
    int columna = blockIdx.x * TILE + threadIdx.x;

    if (fila < rows && columna < cols)
        azulejo[threadIdx.y][threadIdx.x] = a[fila * cols + columna];

    __syncthreads();

    // Ahora el mismo bloque escribe su parte de b.
    fila = blockIdx.x * TILE + threadIdx.y;
    columna = blockIdx.y * TILE + threadIdx.x;

    if (fila < rows && columna < cols)
        b[fila * rows + columna] = azulejo[threadIdx.x][threadIdx.y];
}
