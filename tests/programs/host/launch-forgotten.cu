// SAXPY: y = a * x + y
#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#include <cstdlib>

static void pruefe(cudaError_t fehler, const char *wo)
{
    if (fehler != cudaSuccess)
    {
        std::cerr << "Fehler bei " << wo << ": " << cudaGetErrorString(fehler) << std::endl;
        std::exit(1);
    }
}

__global__ void saxpy(int anzahl, float a, const float *x, float *y)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < anzahl)
        y[i] = a * x[i] + y[i];
}

int main()
{
    const int anzahl = 12000;
    const float mal = 2.5f;
    std::vector<float> x(anzahl), y(anzahl);
    for (int i = 0; i < anzahl; ++i)
    {
        x[i] = static_cast<float>(i % 100);
        y[i] = 1.0f;
    }

    float *x_dev = nullptr;
    float *y_dev = nullptr;
    pruefe(cudaMalloc(&x_dev, anzahl * sizeof(float)), "cudaMalloc x");
    pruefe(cudaMalloc(&y_dev, anzahl * sizeof(float)), "cudaMalloc y");

    pruefe(cudaMemcpy(x_dev, x.data(), anzahl * sizeof(float), cudaMemcpyHostToDevice), "Kopie x");
    pruefe(cudaMemcpy(y_dev, y.data(), anzahl * sizeof(float), cudaMemcpyHostToDevice), "Kopie y");

    int faeden = 128;
    int bloecke = (anzahl + faeden - 1) / faeden;
      //! right: saxpy<<<bloecke, faeden>>>(anzahl, mal, x_dev, y_dev);
    pruefe(cudaGetLastError(), "Start");
    pruefe(cudaDeviceSynchronize(), "Kernel");

    pruefe(cudaMemcpy(y.data(), y_dev, anzahl * sizeof(float), cudaMemcpyDeviceToHost), "Kopie zurueck");  //! not-copied-back

    double summe = 0.0;
    for (float wert : y)
        summe += wert;
    std::cout << "Summe: " << summe << std::endl;

    pruefe(cudaFree(x_dev), "cudaFree x");
    pruefe(cudaFree(y_dev), "cudaFree y");
    return 0;
}
