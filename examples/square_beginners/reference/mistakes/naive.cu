// mistake: The naive kernel under the tiled kernel's name
// group: tiling
// expect: not-tiled
// hint: no-shared-memory

__global__ void MatrixMulKernel(float *d_M, float *d_N, float *d_P, int Width)
{
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    int Col = blockIdx.x * blockDim.x + threadIdx.x;
    if (Row < Width && Col < Width) {
        float Pvalue = 0;
        for (int k = 0; k < Width; ++k)
            Pvalue += d_M[Row * Width + k] * d_N[k * Width + Col];  // HERE
        d_P[Row * Width + Col] = Pvalue;
    }
}
