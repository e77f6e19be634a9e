// each block: tree in shared memory down to one warp, the rest by shuffles
extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
	__shared__ int cell[BLOCK];

	int *here = cell + threadIdx.x;
	int i = threadIdx.x + blockIdx.x * blockDim.x;

	*here = 0;
	if (i < n)
		*here = x[i];
	__syncthreads();

	for (int s = BLOCK >> 1; s > 32; s >>= 1) {
		if (threadIdx.x < s)
			*here += here[s];
		__syncthreads();
	}

	if (threadIdx.x >= 32)
		return;
	int v = *here;
	for (int s = 16; s != 0; s >>= 1)
		v += __shfl_down_sync(0xffffffff, v, s);
	if (threadIdx.x == 0)
		atomicAdd(sum, v);
}
