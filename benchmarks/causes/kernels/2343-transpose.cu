extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  const dim3 t = threadIdx, bl = blockIdx;

  auto load = [&](int r, int c) { if (r < rows && c < cols) tile[t.y][t.x] = a[(long)r * cols + c]; };
  auto store = [&](int r, int c) { if (r < cols && c < rows) b[(long)r * rows + c] = tile[t.x][t.y]; };

  load(bl.y * TILE + t.y, bl.x * TILE + t.x);
  __syncthreads();
  store(bl.y * TILE + t.y, bl.x * TILE + t.x);
}
