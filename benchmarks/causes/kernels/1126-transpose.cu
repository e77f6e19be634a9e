// Transpozice matice (Tomáš Dvořáček)

constexpr int ROZTEC = TILE + 1;      // o jeden navíc kvůli bankám

extern "C" __global__ void transpose(const float *a, float *b, int rows, int cols)
{
	__shared__ float dlazdice[TILE * ROZTEC];

	int sloupec = blockIdx.x * TILE + threadIdx.x;
	int radek   = blockIdx.y * TILE + threadIdx.y;
	if (radek < rows && sloupec < cols)
		dlazdice[threadIdx.y * TILE + threadIdx.x] = a[radek * cols + sloupec];

	__syncthreads();

	// ted v b: radky a sloupce si vymeni role
	sloupec = blockIdx.y * TILE + threadIdx.x;
	radek   = blockIdx.x * TILE + threadIdx.y;
	if (radek < cols && sloupec < rows)
		b[radek * rows + sloupec] = dlazdice[threadIdx.x * ROZTEC + threadIdx.y];
}
