#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    int n;
    float *re, *im;
} Signal;

__global__ void power(Signal s, float *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n)
        p[i] = s.re[i] * s.re[i] + s.im[i] * s.im[i];
}

static void stop_on(cudaError_t e, const char *where)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(e));
        exit(1);
    }
}

static void signal_create(Signal s, int n)  //! wrong-copy right: static void signal_create(Signal &s, int n)
{
    s.n = n;
    stop_on(cudaMalloc((void **)&s.re, n * sizeof(float)), "re");
    stop_on(cudaMalloc((void **)&s.im, n * sizeof(float)), "im");
}

static void signal_destroy(Signal &s)
{
    stop_on(cudaFree(s.re), "free re");
    stop_on(cudaFree(s.im), "free im");
    s.re = s.im = NULL;
}

int main(void)
{
    enum { N = 300 };
    float re[N], im[N], p[N], *d_p = NULL;
    for (int i = 0; i < N; i++) {
        re[i] = (float)(i % 8);
        im[i] = (float)(i % 3) - 1.0f;
        p[i] = -1.0f;
    }
    Signal s = {N, NULL, NULL};
    signal_create(s, N);
    stop_on(cudaMalloc((void **)&d_p, sizeof(p)), "p");
    stop_on(cudaMemcpy(s.re, re, sizeof(re), cudaMemcpyHostToDevice), "copy re");
    stop_on(cudaMemcpy(s.im, im, sizeof(im), cudaMemcpyHostToDevice), "copy im");
    power<<<(N + 31) / 32, 32>>>(s, d_p);
    stop_on(cudaGetLastError(), "power");
    stop_on(cudaMemcpy(p, d_p, sizeof(p), cudaMemcpyDeviceToHost), "copy p");

    int bad = 0;
    for (int i = 0; i < N; i++)
        if (p[i] != re[i] * re[i] + im[i] * im[i])
            bad++;
    printf("power spectrum: %d bad values\n", bad);
    signal_destroy(s);
    stop_on(cudaFree(d_p), "free p");
    return bad ? 1 : 0;
}
