// trehmernyj shablon, Dmitrij Sokolov
#define AT(z, y, x) (((z) * ny + (y)) * nx + (x))
#define W (TILE + 2)
#define SOSEDI(p) (p)[-1] + (p)[1] + (p)[-W] + (p)[W]

extern "C" __global__ void stencil(const float *before, float *after, int nz, int ny, int nx) {
  __shared__ float plitka[W * W];
  const int i = threadIdx.x, j = threadIdx.y;
  const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
  const int x = x0 + i, y = y0 + j;
  const bool est = x < nx && y < ny;
  float *ja = plitka + (j + 1) * W + i + 1;

  float niz = 0.f, tut = est ? before[AT(0, y, x)] : 0.f;
  for (int z = 0; z < nz; z++) {
    float verh = 0.f;
    if (est && z < nz - 1) verh = before[AT(z + 1, y, x)];

    *ja = tut;
    // chetyre kraja: po odnomu rjadu nitej na kraj
    int gy, gx, kuda = -1;
    switch (j) {
      case 0: gy = y0 - 1;    gx = x;         kuda = i + 1;                  break;
      case 1: gy = y0 + TILE; gx = x;         kuda = (TILE + 1) * W + i + 1; break;
      case 2: gy = y0 + i;    gx = x0 - 1;    kuda = (i + 1) * W;            break;
      case 3: gy = y0 + i;    gx = x0 + TILE; kuda = (i + 1) * W + TILE + 1; break;
    }
    if (kuda >= 0) {
      const bool vnutri = gy >= 0 && gy < ny && gx >= 0 && gx < nx;
      plitka[kuda] = vnutri ? before[AT(z, gy, gx)] : 0.f;
    }
    __syncthreads();

    if (est)
      after[AT(z, y, x)] = 0.4f * tut + 0.1f * SOSEDI(ja) + 0.1f * (niz + verh);
    niz = tut;
    tut = verh;
    __syncthreads();
  }
}
