// Pointers of which only the run tells where they point: global, shared or local memory.
__device__ __noinline__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s = s * 3 + p[i]; return s; }
__device__ __noinline__ void fill(int *p, int n, int x) { for (int i = 0; i < n; ++i) p[i] = x + i; }
__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
extern "C" __global__ void k(int *out, int n)
{
    __shared__ int tile[64][4];
    int own[4], t = threadIdx.x;
    fill(own, 4, t);
    fill(tile[t], 4, n);
    __syncthreads();
    const int *p = t % 3 == 0 ? own : t % 3 == 1 ? tile[63 - t] : table + t % 5;
    out[t] = sum(p, 4) + sum(t & 1 ? own : table, 3);
}
