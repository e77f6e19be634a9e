// Nguyen Thi Lan - chuyen vi ma tran
extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
    __shared__ float o[TILE][TILE + 1];     // them 1 cot de tranh xung dot bank

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int gocX = blockIdx.x * TILE;
    const int gocY = blockIdx.y * TILE;

    // doc
    if (gocY + ty < rows && gocX + tx < cols) {
        const float *nguon = a + (gocY + ty) * cols + gocX;
        o[ty][tx] = nguon[tx];
    }

    __syncthreads();

    // ghi
    if (gocX + ty < cols && gocY + tx < rows) {
        float *dich = b + (gocX + ty) * cols + gocY;
        dich[tx] = o[tx][ty];
    }
}
