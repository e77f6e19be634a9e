#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define SIDE (TILE + 2)

struct Box {
    const float *p;
    int nz, ny, nx;
    __device__ float get(int z, int y, int x) const {
        bool out = z < 0 || y < 0 || x < 0 || z >= nz || y >= ny || x >= nx;
        return out ? 0.0f : p[AT(z, y, x)];
    }
};

__device__ void bring(float (*to)[SIDE], const Box &box, int z) {
    for (int j = threadIdx.y; j < SIDE; j += TILE)
        for (int i = threadIdx.x; i < SIDE; i += TILE)
            to[j][i] = box.get(z, (int)blockIdx.y * TILE + j - 1, (int)blockIdx.x * TILE + i - 1);
}

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
    // three planes: last, this and next one
    __shared__ float ring[3][SIDE][SIDE];
    const Box box = { before, nz, ny, nx };
    const int i = threadIdx.x + 1, x = blockIdx.x * TILE + threadIdx.x;
    const int j = threadIdx.y + 1, y = blockIdx.y * TILE + threadIdx.y;

    bring(ring[2], box, -1);
    bring(ring[0], box, 0);

    for (int z = 0; z < nz; ++z) {
        bring(ring[(z + 1) % 3], box, z + 1);
        __syncthreads();
        if (y < ny && x < nx) {
            float (*cur)[SIDE] = ring[z % 3];
            float s = ring[(z - 1) % 3][j][i] + ring[(z + 1) % 3][j][i];
            s += cur[j - 1][i] + cur[j + 1][i];
            s += cur[j][i - 1] + cur[j][i + 1];
            after[AT(z, y, x)] = 0.4f * cur[j][i] + 0.1f * s;
        }
        __syncthreads();
    }
}
