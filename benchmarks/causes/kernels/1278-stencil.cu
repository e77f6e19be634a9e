#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Nguyễn Thị Mai
#define RONG (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
    __shared__ float o[RONG * RONG];

    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    bool trong = x < nx && y < ny;
    int giua = (ty + 1) * RONG + tx + 1;

    auto lay = [=](int z, int yy, int xx) {
        bool co = z < nz && yy >= 0 && yy < ny && xx >= 0 && xx < nx;
        return co ? before[AT(z, yy, xx)] : 0.0f;
    };

    float truoc = 0.0f;
    float nay = lay(0, y, x);
    for (int z = 0; z < nz; z++) {
        float sau = lay(z + 1, y, x);

        o[giua] = nay;
        if (tx == 0)
            o[giua - 1] = lay(z, y, x - 1);
        else if (tx == TILE - 1)
            o[giua + 1] = lay(z, y, x + 1);
        else if (ty == 0)
            o[giua - RONG] = lay(z, y - 1, x);
        else if (ty == TILE - 1)
            o[giua + RONG] = lay(z, y + 1, x);
        __syncthreads();

        float quanh = o[giua - 1] + o[giua + 1] + o[giua - RONG] + o[giua + RONG] + truoc + sau;
        if (trong)
            after[AT(z, y, x)] = 0.4f * nay + 0.1f * quanh;
        truoc = nay;
        nay = sau;
        __syncthreads();
    }
}
