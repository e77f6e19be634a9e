#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float store[TILE * TILE + 1];
    int i = threadIdx.y, j = threadIdx.x;

    int r = blockIdx.y * TILE + i;
    int c = blockIdx.x * TILE + j;
    if (r < rows && c < cols)
        store[i * PITCH + j] = a[r * cols + c];
    __syncthreads();

    // now r walks down b, c along it
    r = blockIdx.x * TILE + i;
    c = blockIdx.y * TILE + j;
    if (r < cols && c < rows)
        b[r * rows + c] = store[j * PITCH + i];
}
