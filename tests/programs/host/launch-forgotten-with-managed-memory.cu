// Memoire unifiee
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

void verifier(cudaError_t e)
{
    if (e != cudaSuccess)
    {
        std::fprintf(stderr, "Erreur : %s\n", cudaGetErrorString(e));
        std::exit(EXIT_FAILURE);
    }
}

__global__ void ajouter(int n, const float *x, float *y)
{
    int indice = blockIdx.x * blockDim.x + threadIdx.x;
    int pas = blockDim.x * gridDim.x;
    for (int i = indice; i < n; i += pas)
        y[i] = x[i] + y[i];
}

int main()
{
    int n = 20000;
    float *x, *y;

    verifier(cudaMallocManaged(&x, n * sizeof(float)));
    verifier(cudaMallocManaged(&y, n * sizeof(float)));

    for (int i = 0; i < n; i++)
    {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }

      //! right: ajouter<<<16, 256>>>(n, x, y);
    verifier(cudaGetLastError());  //! not-copied-back
    verifier(cudaDeviceSynchronize());

    float erreurMax = 0.0f;
    for (int i = 0; i < n; i++)
        erreurMax = std::fmax(erreurMax, std::fabs(y[i] - 3.0f));
    std::printf("Erreur maximale : %f\n", erreurMax);

    verifier(cudaFree(x));
    verifier(cudaFree(y));
    return 0;
}
