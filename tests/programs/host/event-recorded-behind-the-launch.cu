// Carpim ve sure olcumu
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define KONTROL(x) do { cudaError_t h = (x); if (h != cudaSuccess) { \
    fprintf(stderr, "Hata (satir %d): %s\n", __LINE__, cudaGetErrorString(h)); exit(1); } } while (0)

__global__ void carp(const float *A, const float *B, float *C, int n)
{
    int satir = blockIdx.y * blockDim.y + threadIdx.y;
    int sutun = blockIdx.x * blockDim.x + threadIdx.x;
    if (satir < n && sutun < n) {
        float t = 0;
        for (int k = 0; k < n; k++)
            t += A[satir * n + k] * B[k * n + sutun];
        C[satir * n + sutun] = t;
    }
}

int main()
{
    const int n = 200;
    const size_t boyut = n * n * sizeof(float);
    std::vector<float> A(n * n, 1.0f), B(n * n, 2.0f), C(n * n);
    float *dA, *dB, *dC;
    KONTROL(cudaMalloc(&dA, boyut));
    KONTROL(cudaMalloc(&dB, boyut));
    KONTROL(cudaMalloc(&dC, boyut));
    KONTROL(cudaMemcpy(dA, A.data(), boyut, cudaMemcpyHostToDevice));
    KONTROL(cudaMemcpy(dB, B.data(), boyut, cudaMemcpyHostToDevice));

    cudaEvent_t basla, bitir;
    KONTROL(cudaEventCreate(&basla));
    KONTROL(cudaEventCreate(&bitir));

    dim3 bloklar(16, 16), izgara((n + 15) / 16, (n + 15) / 16);
    carp<<<izgara, bloklar>>>(dA, dB, dC, n);  //! right: KONTROL(cudaEventRecord(basla));
    KONTROL(cudaEventRecord(basla));  //! right: carp<<<izgara, bloklar>>>(dA, dB, dC, n);
    KONTROL(cudaGetLastError());
    KONTROL(cudaEventRecord(bitir));  //! early-time
    KONTROL(cudaEventSynchronize(bitir));

    float ms = 0;
    KONTROL(cudaEventElapsedTime(&ms, basla, bitir));
    KONTROL(cudaMemcpy(C.data(), dC, boyut, cudaMemcpyDeviceToHost));

    double toplam = 0;
    for (float c : C) toplam += c;
    printf("toplam = %.0f, sure = %.3f ms\n", toplam, ms);

    KONTROL(cudaEventDestroy(basla));
    KONTROL(cudaEventDestroy(bitir));
    KONTROL(cudaFree(dA));
    KONTROL(cudaFree(dB));
    KONTROL(cudaFree(dC));
    return 0;
}
