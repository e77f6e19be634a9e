// Compactare, Andrei Popescu gr. 334
extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
	__shared__ int tampon[2][BLOCK];
	__shared__ int inceput;
	const int t = threadIdx.x;
	const int i = blockIdx.x * BLOCK + t;

	const int val = i < n ? x[i] : -1;
	const int marcaj = val > 0;

	// scan cu doua tampoane
	int acum = 0;
	tampon[0][t] = marcaj;
	__syncthreads();
	for (int d = 1; d < BLOCK; d += d) {
		int s = tampon[acum][t];
		if (t - d >= 0)
			s += tampon[acum][t - d];
		acum ^= 1;
		tampon[acum][t] = s;
		__syncthreads();
	}
	const int inclusiv = tampon[acum][t];
	const int exclusiv = inclusiv - marcaj;

	if (t == BLOCK - 1)
		inceput = atomicAdd(count, exclusiv);
	__syncthreads();

	if (marcaj)
		out[inceput + exclusiv] = val;
}
