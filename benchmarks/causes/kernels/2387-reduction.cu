static const int WARPS = BLOCK / 32;

__device__ int fold(int v)
{
#pragma unroll
	for (int o = 16; o; o >>= 1)
		v += __shfl_down_sync(0xffffffffu, v, o);
	return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
	__shared__ int partial[32];
	int gid  = blockIdx.x * BLOCK + threadIdx.x;
	int lane = threadIdx.x % 32;
	int warp = threadIdx.x / 32;

	int v = fold(gid < n ? x[gid] : 0);
	if (lane == 0)
		partial[warp] = v;
	__syncthreads();

	/* the first warp folds what the warps have left */
	if (warp == 0) {
		int w = partial[lane];
		w = fold(w);
		if (lane == 0)
			atomicAdd(sum, w);
	}
}
