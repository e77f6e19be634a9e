extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float square[TILE][TILE + 1];
    const uint3 t = threadIdx;

    auto load = [&](int y, int x) {
        if (y < rows && x < cols) square[t.y][t.x] = a[y * cols + x];
    };
    auto store = [&](int y, int x) {
        if (y < cols && x < rows) b[y * rows + x] = square[t.x][t.y];
    };

    load(TILE * blockIdx.y + t.y, TILE * blockIdx.x + t.x);
    __syncwarp();
    store(TILE * blockIdx.x + t.y, TILE * blockIdx.y + t.x);
}
