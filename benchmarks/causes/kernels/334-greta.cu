// Ohne Polster: die Spalten werden mit XOR vertauscht, dann liegt jede Spalte in 32 Baenken.

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float kachel[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int links = blockIdx.x * TILE, oben = blockIdx.y * TILE;

    if (oben + ty < rows && links + tx < cols)
        kachel[ty][tx ^ ty] = a[(oben + ty) * cols + links + tx];
    __syncthreads();

    if (links + ty < cols && oben + tx < rows)
        b[(links + ty) * rows + oben + tx] = kachel[tx][ty];
}
