#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))

// Olena Shevchenko. Kraj (halo) nesut pershi 4 * TILE potokiv.
extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx)
{
  __shared__ float p[TILE + 2][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
  const int x = x0 + tx, y = y0 + ty;
  const bool mine = x < nx && y < ny;

  // my cell of the halo, if any
  const int t = ty * TILE + tx;
  const int k = t % TILE + 1;
  int hy = 0, hx = 0;
  switch (t / TILE) {
    case 0: hy = 0;        hx = k;        break;
    case 1: hy = TILE + 1; hx = k;        break;
    case 2: hy = k;        hx = 0;        break;
    case 3: hy = k;        hx = TILE + 1; break;
  }
  const bool halo = t < 4 * TILE;
  const int gy = y0 + hy - 1, gx = x0 + hx - 1;
  const bool exists = gy >= 0 && gy < ny && gx >= 0 && gx < nx;

  float prev = 0.0f, cur = mine ? before[AT(0, y, x)] : 0.0f;
  for (int z = 0; z < nz; ++z) {
    const float next = mine && z < nz - 1 ? before[AT(z + 1, y, x)] : 0.0f;
    p[ty + 1][tx + 1] = cur;
    if (halo)
      p[hy][hx] = exists ? before[AT(z, gy, gx)] : 0.0f;
    __syncthreads();
    if (mine)
      after[AT(z, y, x)] = 0.4f * cur + 0.1f * (prev + next + p[ty][tx + 1] + p[ty + 2][tx + 1]
                                                + p[ty + 1][tx] + p[ty + 1][tx + 2]);
    __syncthreads();
    prev = cur;
    cur = next;
  }
}
