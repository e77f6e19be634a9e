#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* flat tiles, every thread owns one slot in each */
#define TILE_CELLS (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C,
                             int M, int K, int N)
{
    __shared__ float aTile[TILE_CELLS], bTile[TILE_CELLS];

    unsigned short lx = threadIdx.x;
    unsigned short ly = threadIdx.y;
    unsigned char slot = ly * TILE_WIDTH + lx;

    int gy = blockIdx.y * TILE_WIDTH + ly;
    int gx = blockIdx.x * TILE_WIDTH + lx;

    int nTiles = K / TILE_WIDTH;
    if (K % TILE_WIDTH) nTiles++;

    float total = 0;
    for (int t = 0; t < nTiles; t++) {
        int ac = t * TILE_WIDTH + lx;
        int br = t * TILE_WIDTH + ly;

        aTile[slot] = 0;
        bTile[slot] = 0;
        if (gy < M && ac < K) aTile[slot] = A[gy * K + ac];
        if (br < K && gx < N) bTile[slot] = B[br * N + gx];
        __syncthreads();

        const float *pa = &aTile[ly * TILE_WIDTH];
        const float *pb = &bTile[lx];
        for (int k = 0; k < TILE_WIDTH; k++) {
            total += *pa * *pb;
            pa++;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (gy < M && gx < N) C[gy * N + gx] = total;
}
