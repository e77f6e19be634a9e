#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
	__shared__ float balataA[TILE_WIDTH][TILE_WIDTH + 1];
	__shared__ float balataB[TILE_WIDTH][TILE_WIDTH + 1];

	const size_t saf = (size_t)blockIdx.y * TILE_WIDTH + threadIdx.y;
	const size_t amud = (size_t)blockIdx.x * TILE_WIDTH + threadIdx.x;
	const size_t m = M, kull = K, n = N;

	for (size_t bidaya = 0; bidaya < kull; bidaya += TILE_WIDTH) {
		float majmu = 0.0f;
		const size_t ka = bidaya + threadIdx.x;
		const size_t kb = bidaya + threadIdx.y;

		balataA[threadIdx.y][threadIdx.x] = (saf < m && ka < kull) ? A[saf * kull + ka] : 0.0f;
		balataB[threadIdx.y][threadIdx.x] = (kb < kull && amud < n) ? B[kb * n + amud] : 0.0f;
		__syncthreads();

		for (int i = 0; i < TILE_WIDTH; ++i)
			majmu += balataA[threadIdx.y][i] * balataB[i][threadIdx.x];
		__syncthreads();
	}

	if (saf < m && amud < n)
		C[saf * n + amud] = majmu;
}
