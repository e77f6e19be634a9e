#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define W (TILE + 2)

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    __shared__ float sm[W * W];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int me = (threadIdx.y + 1) * W + threadIdx.x + 1;
    bool inBox = (x < nx) && (y < ny);

    float prev = 0.f, curr = 0.f, next = 0.f;
    if (inBox)
        curr = before[AT(0, y, x)];

    for (int z = 0; z < nz; ++z) {
        next = 0.f;
        if (inBox && z < nz - 1)
            next = before[AT(z + 1, y, x)];

        __syncthreads();   // the plane before is no longer needed
        sm[me] = curr;

        if (threadIdx.x == 0) {
            float v = 0.f;
            if (y < ny) v = before[AT(z, y, x - 1)];
            sm[me - 1] = v;
        } else if (threadIdx.x == TILE - 1) {
            float v = 0.f;
            if (y < ny && x < nx - 1) v = before[AT(z, y, x + 1)];
            sm[me + 1] = v;
        }
        if (threadIdx.y == 0) {
            float v = 0.f;
            if (x < nx && y > 0) v = before[AT(z, y - 1, x)];
            sm[me - W] = v;
        } else if (threadIdx.y == TILE - 1) {
            float v = 0.f;
            if (x < nx && y < ny - 1) v = before[AT(z, y + 1, x)];
            sm[me + W] = v;
        }
        __syncthreads();

        if (inBox) {
            float result = 0.4f * curr;
            result += 0.1f * sm[me - 1];
            result += 0.1f * sm[me + 1];
            result += 0.1f * sm[me - W];
            result += 0.1f * sm[me + W];
            result += 0.1f * (prev + next);
            after[AT(z, y, x)] = result;
        }
        prev = curr;
        curr = next;
    }
}
