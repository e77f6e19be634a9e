#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
  __shared__ float sh[TILE + 2][TILE + 2];
  const int lx = threadIdx.x, ly = threadIdx.y;
  const int x = blockIdx.x * TILE + lx, y = blockIdx.y * TILE + ly;

  auto get = [&](int zz, int yy, int xx) -> float {
    if (zz < 0 || zz >= nz || yy < 0 || yy >= ny || xx < 0 || xx > nx)
      return 0.0f;
    return before[AT(zz, yy, xx)];
  };

  float col[3];               // below, here, above
  col[1] = 0.0f;
  col[2] = get(0, y, x);

  int z = 0;
  while (z < nz) {
    col[0] = col[1];
    col[1] = col[2];
    col[2] = get(z + 1, y, x);

    sh[ly + 1][lx + 1] = col[1];
    if (lx == 0) sh[ly + 1][0] = get(z, y, x - 1);
    if (lx == TILE - 1) sh[ly + 1][TILE + 1] = get(z, y, x + 1);
    if (ly == 0) sh[0][lx + 1] = get(z, y - 1, x);
    if (ly == TILE - 1) sh[TILE + 1][lx + 1] = get(z, y + 1, x);
    __syncthreads();

    if (x < nx && y < ny) {
      float sides = sh[ly + 1][lx] + sh[ly + 1][lx + 2] + sh[ly][lx + 1] + sh[ly + 2][lx + 1];
      after[AT(z, y, x)] = 0.4f * col[1] + 0.1f * (sides + col[0] + col[2]);
    }
    __syncthreads();
    z++;
  }
}
