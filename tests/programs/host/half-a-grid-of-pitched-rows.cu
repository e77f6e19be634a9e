#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define TESTE(c) do { cudaError_t er = (c); if (er != cudaSuccess) { \
    std::fprintf(stderr, "fehler: %s (linha %d)\n", cudaGetErrorString(er), __LINE__); std::exit(1); } } while (0)

__global__ void limiar(float* img, size_t passo, int largura, int alt, float t)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= largura || y >= alt) return;
    float* linha = (float*)((char*)img + y * passo);
    linha[x] = linha[x] > t ? 1.0f : 0.0f;
}

int main()
{
    const int largura = 190, alt = 110;
    std::vector<float> img(largura * alt);
    for (int i = 0; i < largura * alt; ++i) img[i] = (float)((i * 31) % 256);

    float* d_img;
    size_t passo;
    const size_t linhaBytes = largura * sizeof(float);
    TESTE(cudaMallocPitch(&d_img, &passo, linhaBytes, alt));
    TESTE(cudaMemcpy2D(d_img, passo, img.data(), linhaBytes, linhaBytes, alt, cudaMemcpyHostToDevice));

    dim3 bloco(32, 4);
    dim3 grade((largura + bloco.x - 1) / bloco.x / 2, (alt + bloco.y - 1) / bloco.y);  //! wrong-call right: dim3 grade((largura + bloco.x - 1) / bloco.x, (alt + bloco.y - 1) / bloco.y);
    limiar<<<grade, bloco>>>(d_img, passo, largura, alt, 127.5f);
    TESTE(cudaGetLastError());
    TESTE(cudaDeviceSynchronize());
    TESTE(cudaMemcpy2D(img.data(), linhaBytes, d_img, passo, linhaBytes, alt, cudaMemcpyDeviceToHost));

    int brancos = 0;
    for (float v : img) brancos += v > 0.5f;
    std::printf("pixels brancos: %d\n", brancos);
    TESTE(cudaFree(d_img));
    return 0;
}
