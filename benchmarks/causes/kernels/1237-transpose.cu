// Ruta i delat minne, en kolumn bredare än den behöver vara

#define PLATS(r, k) ((r) * (TILE + 1) + (k))

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float ruta[TILE * (TILE + 1)];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int x0 = blockIdx.x * TILE;
    const int y0 = blockIdx.y * TILE;

    if (y0 + ty < rows && x0 + tx < cols) {
        ruta[PLATS(ty, tx)] = a[(y0 + ty) * cols + x0 + tx];
        __syncthreads();
    }

    if (x0 + ty < cols && y0 + tx < rows) {
        b[(x0 + ty) * rows + y0 + tx] = ruta[PLATS(tx, ty)];
    }
}
