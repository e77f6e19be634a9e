// Conteggio delle lettere in un testo ripetuto
#include <cstdio>
#include <cstdlib>
#include <string>
#include <cuda_runtime.h>

void controlla(cudaError_t e, int riga)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "errore riga %d: %s\n", riga, cudaGetErrorString(e));
        exit(1);
    }
}
#define C(x) controlla((x), __LINE__)

__global__ void conta(const char *testo, int n, int *freq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        char c = testo[i];
        if (c >= 'a' && c <= 'z') atomicAdd(&freq[c - 'a'], 1);
    }
}

int main(int argc, char **argv)
{
    std::string frase = argc > 1 ? argv[1] : "nel mezzo del cammin di nostra vita ";
    std::string testo;
    for (int i = 0; i < 500; ++i) testo += frase;
    int n = (int)testo.size();

    char *d_testo;
    int *d_freq, freq[26];
    C(cudaMalloc(&d_testo, n));
    C(cudaMalloc(&d_freq, 26 * sizeof(int)));
    C(cudaMemcpy(d_testo, testo.data(), n, cudaMemcpyHostToDevice));
    C(cudaMemset(d_freq, 0, 26 * sizeof(int)));

    conta<<<(n + 127) / 128, 128>>>(d_testo, n, d_freq);
    C(cudaGetLastError());
    C(cudaMemcpy(freq, d_freq, 26 * sizeof(short), cudaMemcpyDeviceToHost));  //! not-copied-back right: C(cudaMemcpy(freq, d_freq, 26 * sizeof(int), cudaMemcpyDeviceToHost));

    for (int k = 0; k < 26; ++k)
        if (freq[k] > 0) printf("%c: %d\n", 'a' + k, freq[k]);

    C(cudaFree(d_testo));
    C(cudaFree(d_freq));
    return 0;
}
