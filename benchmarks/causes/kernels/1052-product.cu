#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// liefert m[zeile][spalte] oder 0, falls ausserhalb
static inline float hole(const float *m, int zeile, int spalte, int zeilen, int spalten)
{
	if (zeile >= zeilen)
		return 0.f;
	if (spalte >= spalten)
		return 0.f;
	return m[zeile * spalten + spalte];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
	__shared__ float KachelA[TILE_WIDTH][TILE_WIDTH];
	__shared__ float KachelB[TILE_WIDTH][TILE_WIDTH];

	int i = threadIdx.y, j = threadIdx.x;
	int zeile  = blockIdx.y * TILE_WIDTH + i;
	int spalte = blockIdx.x * TILE_WIDTH + j;
	float ergebnis = 0.f;

	for (int start = 0; start < K; start += TILE_WIDTH)
	{
		KachelA[i][j] = hole(A, zeile, start + j, M, K);
		KachelB[i][j] = hole(B, start + i, spalte, K, N);
		__syncthreads();

		#pragma unroll
		for (int k = 0; k < TILE_WIDTH; k++)
			ergebnis += KachelA[i][k] * KachelB[k][j];

		__syncthreads();
	}

	if (zeile < M && spalte < N)
		C[zeile * N + spalte] = ergebnis;
}
