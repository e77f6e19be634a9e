// flat tile, rows one float longer than TILE
#define PITCH (TILE + 1)

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
    __shared__ float tile[TILE * PITCH];
    float *slot = tile + threadIdx.y * PITCH + threadIdx.x;
    const float *turned = tile + threadIdx.x * PITCH + threadIdx.y;

    {
        int r = blockIdx.y * TILE + threadIdx.y;
        int c = blockIdx.x * TILE + threadIdx.x;
        *slot = r < rows && c < cols ? a[(size_t)r * cols + c] : 0.0f;
    }

    // wait until the tile is complete
    __syncwarp();

    {
        int r = blockIdx.x * TILE + threadIdx.y;
        int c = blockIdx.y * TILE + threadIdx.x;
        if (r < cols && c < rows)
            b[(size_t)r * rows + c] = *turned;
    }
}
