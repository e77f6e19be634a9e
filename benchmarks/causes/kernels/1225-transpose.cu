// Transponeren via een tegel in het gedeelde geheugen

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tegel[TILE][TILE + 1];

    int kolom = blockIdx.x * TILE + threadIdx.x;
    int rij = blockIdx.y * TILE + threadIdx.y;

    if (rij < rows && kolom < cols)
        tegel[threadIdx.y][threadIdx.x] = a[rij * cols + kolom];

    __syncthreads();

    // nu de plaats in b
    kolom = blockIdx.y * TILE + threadIdx.x;
    rij = blockIdx.x * TILE + threadIdx.y;

    if (rij < rows && kolom < cols)
        b[rij * rows + kolom] = tegel[threadIdx.x][threadIdx.y];
}
