#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, w) (r * w + c)
#define PHASES(k)   (((k) + TILE_WIDTH - 1) / TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
	__shared__ float sa[TILE_WIDTH][TILE_WIDTH];
	__shared__ float sb[TILE_WIDTH][TILE_WIDTH];

	const int i = threadIdx.y, j = threadIdx.x;
	const int row = blockIdx.y * TILE_WIDTH + i;
	const int col = blockIdx.x * TILE_WIDTH + j;
	float r = 0;

	for (int p = 0; p < PHASES(K); ++p) {
		sa[i][j] = 0;
		sb[i][j] = 0;
		if (row < M && p * TILE_WIDTH + j < K)
			sa[i][j] = A[AT(row, p * TILE_WIDTH + j, K)];
		if (col < N && p * TILE_WIDTH + i < K)
			sb[i][j] = B[AT(p * TILE_WIDTH + i, col, N)];
		__syncthreads();

		for (int k = 0; k < TILE_WIDTH; ++k)
			r += sa[i][k] * sb[k][j];
		__syncthreads();
	}

	if (row < M && col < N)
		C[AT(row, col, N)] = r;
}
