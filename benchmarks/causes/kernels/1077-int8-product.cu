constexpr int TILE = 32;
constexpr int ROWS = 4;
constexpr int STREIFEN = TILE / ROWS;   // Threads in y-Richtung

using Wort = unsigned int;

// holt eine Kachel: TILE Zeilen mit je TILE Woertern
__device__ void hole(Wort (*ziel)[TILE + 1], const Wort *quelle, int ersteZeile, int zeilen, int erstesWort, int woerter)
{
	const int wort = erstesWort + threadIdx.x;
	for (int z = threadIdx.y; z < TILE; z += STREIFEN) {
		const int zeile = ersteZeile + z;
		const bool drin = zeile < zeilen && wort < woerter;
		ziel[z][threadIdx.x] = drin ? quelle[zeile * woerter + wort] : 0;
	}
}

extern "C" __global__ void int8_product(const signed char *A, const signed char *Bt, int *C, int M, int N, int K)
{
	__shared__ Wort as[TILE][TILE + 1], bs[TILE][TILE + 1];
	const int woerter = K / 4;
	const int spalte = blockIdx.x * TILE + threadIdx.x;
	const int oben = blockIdx.y * TILE;
	Wort summe[ROWS] = {};

	for (int w = 0; w < woerter; w += TILE) {
		hole(as, (const Wort *)A, oben, M, w, woerter);
		hole(bs, (const Wort *)Bt, blockIdx.x * TILE, N, w, woerter);
		__syncthreads();
		for (int k = 0; k < TILE; k++) {
			const Wort b = bs[threadIdx.x][k];
			#pragma unroll
			for (int r = 0; r < ROWS; r++)
				summe[r] = __dp4a(as[threadIdx.y + r * STREIFEN][k], b, summe[r]);
		}
		__syncthreads();
	}

	for (int r = 0; r < ROWS; r++) {
		const int zeile = oben + threadIdx.y + r * STREIFEN;
		if (zeile < M && spalte < N)
			C[zeile * N + spalte] = summe[r];
	}
}
