extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    // banka çakışması olmasın diye fazladan bir yer
    __shared__ float karo[TILE + 1][TILE];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (y < rows && x < cols)
        karo[threadIdx.y][threadIdx.x] = a[y * cols + x];
    __syncthreads();

    int bx = blockIdx.y * TILE + threadIdx.x;   // b'nin sütunu
    int by = blockIdx.x * TILE + threadIdx.y;   // b'nin satırı
    if (by < cols && bx < rows)
        b[by * rows + bx] = karo[threadIdx.x][threadIdx.y];
}
