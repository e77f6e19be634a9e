#include <iostream>
#include <vector>
#include <cstdlib>
#include <cuda_runtime.h>

static void pruefe(cudaError_t e, const char* wo)
{
    if (e != cudaSuccess) {
        std::cerr << wo << ": " << cudaGetErrorString(e) << "\n";
        std::exit(EXIT_FAILURE);
    }
}

__global__ void transponiere(const float* ein, float* aus, int breite, int hoehe)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < breite && y < hoehe) aus[x * hoehe + y] = ein[y * breite + x];
}

int main()
{
    const int breite = 300, hoehe = 100;
    const size_t bytes = sizeof(float) * breite * hoehe;
    std::vector<float> ein(breite * hoehe), aus(breite * hoehe, 0.0f);
    for (int i = 0; i < breite * hoehe; ++i) ein[i] = static_cast<float>(i % 97);

    float *d_ein = nullptr, *d_aus = nullptr;
    pruefe(cudaMalloc(&d_ein, bytes), "malloc ein");
    pruefe(cudaMalloc(&d_aus, bytes), "malloc aus");
    pruefe(cudaMemcpy(d_ein, ein.data(), bytes, cudaMemcpyHostToDevice), "kopie hin");

    dim3 block(16, 16);
    dim3 grid((breite + block.x - 1) / block.x, (hoehe + block.y - 1) / block.y);
    transponiere<<<grid, block>>>(d_ein, d_aus, breite, hoehe);
    pruefe(cudaGetLastError(), "start");
    pruefe(cudaMemcpy(aus.data(), d_aus, bytes, cudaMemcpyDeviceToHost), "kopie zurueck");

    int fehler = 0;
    for (int y = 0; y <= hoehe; ++y)  //! wrong-memory right: for (int y = 0; y < hoehe; ++y)
        for (int x = 0; x < breite; ++x)
            if (aus[x * hoehe + y] != ein[y * breite + x]) ++fehler;
    std::cout << "Fehler: " << fehler << "\n";

    pruefe(cudaFree(d_ein), "free");
    pruefe(cudaFree(d_aus), "free");
    return 0;
}
