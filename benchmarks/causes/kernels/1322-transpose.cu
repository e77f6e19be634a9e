// Devrik matris - Elif
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    float karo[TILE][TILE + 1];
    auto yer = [](int blok, int iplik) { return blok * TILE + iplik; };
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;

    {
        const int c = yer(blockIdx.x, tx), r = yer(blockIdx.y, ty);
        if (r < rows && c < cols) karo[ty][tx] = a[r * cols + c];
    }
    __syncthreads();
    {
        const int c = yer(blockIdx.y, tx), r = yer(blockIdx.x, ty);
        if (r < cols && c < cols) b[r * rows + c] = karo[tx][ty];
    }
}
