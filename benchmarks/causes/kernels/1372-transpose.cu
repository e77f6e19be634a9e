#define PASO (TILE + 1)

__device__ inline int lugar(int fila, int columna, int ancho) { return fila * ancho + columna; }

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float losa[TILE * PASO];
    const int fila0 = blockIdx.y * TILE;
    const int col0 = blockIdx.x * TILE;

    const int fila = fila0 + threadIdx.y;
    const int col = col0 + threadIdx.x;
    if (fila < rows && col < cols)
        losa[lugar(threadIdx.y, threadIdx.x, PASO)] = a[lugar(fila, col, cols)];
    __syncthreads();

    const int destino = col0 + threadIdx.y;
    const int origen = fila0 + threadIdx.x;
    if (destino < cols && origen < rows)
        b[lugar(destino, origen, rows)] = losa[lugar(threadIdx.x, threadIdx.y, TILE)];
}
