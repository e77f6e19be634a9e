#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

typedef float elem_t;

__global__ void matmul_tiled(const elem_t *A, const elem_t *B, elem_t *C, int M, int K, int N)
{
	__shared__ elem_t blkA[TILE_WIDTH][TILE_WIDTH];
	__shared__ elem_t blkB[TILE_WIDTH][TILE_WIDTH];

	const unsigned tx = threadIdx.x, ty = threadIdx.y;
	const int row = blockIdx.y * TILE_WIDTH + ty;
	const int col = blockIdx.x * TILE_WIDTH + tx;
	const bool rowOk = row < M;
	const bool colOk = col < N;
	const unsigned cnt = sizeof(blkA) / sizeof(blkA[0][0]);
	elem_t s = 0;

	for (int k = 0; k < K; k += TILE_WIDTH) {
		blkA[ty][tx] = blkB[ty][tx] = 0;
		if (rowOk && k + (int)tx < K)
			blkA[ty][tx] = A[row * K + (k + tx)];
		if (colOk && k + (int)ty < K)
			blkB[ty][tx] = B[(k + ty) * N + col];
		__syncthreads();

		for (unsigned n = 0; n < cnt; n++)
			s += blkA[ty][n] * blkB[n][tx];
		__syncthreads();
	}

	if (rowOk && colOk)
		C[row * N + col] = s;
}
