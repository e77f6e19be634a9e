#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float sh[TILE + 2][TILE + 2];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int col = blockIdx.x * blockDim.x + tx;
    const int row = blockIdx.y * blockDim.y + ty;
    const int size = ny * nx;
    const bool valid = (col < nx) & (row < ny);

    const float *p = before + row * nx + col;   // this thread's element in plane z
    float *q = after + row * nx + col;

    float lower = 0, current = 0, upper = 0;
    if (valid) upper = *p;

    for (int z = 0; z < nz; z++, p += size, q += size) {
        lower = current;
        current = upper;
        upper = (valid && z < nz - 1) ? p[size] : 0;

        sh[ty + 1][tx + 1] = current;
        if (tx == 0)
            sh[ty + 1][0] = (valid && col > 0) ? p[-1] : 0;
        else if (tx == TILE - 1)
            sh[ty + 1][TILE + 1] = (valid && col + 1 < nx) ? p[1] : 0;
        else if (ty == 0)
            sh[0][tx + 1] = (valid && row > 0) ? p[-nx] : 0;
        else if (ty == TILE - 1)
            sh[TILE + 1][tx + 1] = (valid && row + 1 < ny) ? p[nx] : 0;
        __syncthreads();

        if (valid) {
            float six = lower + upper;
            six += sh[ty][tx + 1];
            six += sh[ty + 2][tx + 1];
            six += sh[ty + 1][tx];
            six += sh[ty + 1][tx + 2];
            *q = 0.4f * current + 0.1f * six;
        }
        __syncthreads();
    }
}
