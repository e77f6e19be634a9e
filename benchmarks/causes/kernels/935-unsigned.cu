#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
typedef unsigned int uint_t;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
	__shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
	__shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

	const uint_t rows = M, cols = N, depth = K;
	const uint_t ux = threadIdx.x, uy = threadIdx.y;
	const uint_t r = blockIdx.y * TILE_WIDTH + uy;
	const uint_t c = blockIdx.x * TILE_WIDTH + ux;

	float value = 0.0f;
	uint_t done = 0;
	while (done < depth) {
		uint_t left = depth - done;
		tileA[uy][ux] = 0.0f;
		tileB[uy][ux] = 0.0f;
		if (r < rows && left - ux > 0)
			tileA[uy][ux] = A[r * depth + done + ux];
		if (uy < left && c < cols)
			tileB[uy][ux] = B[(done + uy) * cols + c];
		__syncthreads();

		for (uint_t k = 0; k < TILE_WIDTH; ++k)
			value += tileA[uy][k] * tileB[k][ux];
		__syncthreads();
		done += TILE_WIDTH;
	}
	if (r < rows && c < cols)
		C[r * cols + c] = value;
}
