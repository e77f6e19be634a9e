#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float oA[TILE_WIDTH][TILE_WIDTH], oB[TILE_WIDTH][TILE_WIDTH];

    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const int hang = blockIdx.y * TILE_WIDTH + ty;
    const int cot  = blockIdx.x * TILE_WIDTH + tx;

    const int soBuoc = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float tong = 0.0f;

    for (int buoc = 0; buoc < soBuoc; buoc++)
    {
        const int conLai = K - buoc * TILE_WIDTH;   // so phan tu con lai theo K

        float a = 0.0f, b = 0.0f;
        if (hang < M && conLai - tx > 0)
            a = A[hang * K + buoc * TILE_WIDTH + tx];
        if (cot < N && conLai - ty > 0)
            b = B[(buoc * TILE_WIDTH + ty) * N + cot];

        oA[ty][tx] = a;
        oB[ty][tx] = b;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            tong += oA[ty][i] * oB[i][tx];
        __syncthreads();
    }

    if (hang < M && cot < N)
        C[hang * N + cot] = tong;
}
