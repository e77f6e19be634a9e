// Mateo: baldosa en una sola dimension, recorrida con su propio paso
#define PASO (TILE + 2)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float baldosa[TILE * PASO];
    int tx = threadIdx.x, ty = threadIdx.y;

    // entrada: x recorre una fila de a
    int f = blockIdx.y * TILE + ty;
    int c = blockIdx.x * TILE + tx;
    if (f < rows && c < cols)
        baldosa[ty * PASO + tx] = a[f * cols + c];
    __syncthreads();

    // salida: x recorre una fila de b
    f = blockIdx.x * TILE + ty;
    c = blockIdx.y * TILE + tx;
    if (f < cols && c < rows)
        b[f * rows + c] = baldosa[tx * PASO + ty];
}
