#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *mat1, const float *mat2, float *mat3, int M, int K, int N)
{
    __shared__ float ds_m[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_n[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    unsigned int r = blockIdx.y * blockDim.y + ty;
    unsigned int c = blockIdx.x * blockDim.x + tx;

    float pvalue = 0.0f;
    unsigned int base = 0;

    while (base < K) {
        if (r < M && base + tx < K)
            ds_m[ty][tx] = mat1[r * K + base + tx];
        else
            ds_m[ty][tx] = 0.0f;
        if (c < N && base + ty < K)
            ds_n[ty][tx] = mat2[(base + ty) * N + c];
        else
            ds_n[ty][tx] = 0.0f;
        __syncthreads();

        unsigned int k = 0;
        while (k < TILE_WIDTH) {
            pvalue += ds_m[ty][k] * ds_n[k][tx];
            k++;
        }
        __syncthreads();

        base++;
    }

    if (r < M && c < N)
        mat3[r * N + c] = pvalue;
}
