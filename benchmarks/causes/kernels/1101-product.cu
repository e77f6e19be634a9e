#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// satu kolom tambahan supaya tidak ada bank conflict
#define LEBAR (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
	__shared__ float petakA[TILE_WIDTH * LEBAR];
	__shared__ float petakB[TILE_WIDTH * TILE_WIDTH];

	int baris = blockIdx.y * blockDim.y + threadIdx.y;
	int kolom = blockIdx.x * blockDim.x + threadIdx.x;
	int posisi = threadIdx.y * LEBAR + threadIdx.x;
	int jumlahPetak = (K + TILE_WIDTH - 1) / TILE_WIDTH;
	float hasil = 0;

	for (int p = 0; p < jumlahPetak; p++) {
		petakA[posisi] = 0;
		petakB[posisi] = 0;
		if (baris < M && p * TILE_WIDTH + threadIdx.x < K)
			petakA[posisi] = A[baris * K + p * TILE_WIDTH + threadIdx.x];
		if (kolom < N && p * TILE_WIDTH + threadIdx.y < K)
			petakB[posisi] = B[(p * TILE_WIDTH + threadIdx.y) * N + kolom];
		__syncthreads();

		for (int i = 0; i < TILE_WIDTH; i++) {
			float a = petakA[threadIdx.y * LEBAR + i];
			float b = petakB[i * LEBAR + threadIdx.x];
			hasil += a * b;
		}
		__syncthreads();
	}

	if (baris < M && kolom < N)
		C[baris * N + kolom] = hasil;
}
