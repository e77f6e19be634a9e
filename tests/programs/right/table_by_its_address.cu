#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

/* Substitution cipher; the table is a __device__ array. */
__device__ unsigned char table[256];

__global__ void substitute(const unsigned char *t, unsigned char *text, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) text[i] = t[text[i]];
}

static int report(cudaError_t e, const char *where)
{
    if (e != cudaSuccess) printf("%s: %s\n", where, cudaGetErrorString(e));
    return e != cudaSuccess;
}

int main(void)
{
    unsigned char fwd[256], inv[256], msg[120], res[120], *d_text = NULL;
    void *d_table = NULL;
    const int n = (int)sizeof(msg);
    int errors = 0;

    for (int i = 0; i < 256; ++i) {
        fwd[i] = (unsigned char)(i * 77 + 5);
        inv[fwd[i]] = (unsigned char)i;
    }
    for (int i = 0; i < n; ++i) msg[i] = (unsigned char)('a' + i % 26);

    errors += report(cudaMalloc((void **)&d_text, sizeof(msg)), "cudaMalloc");
    errors += report(cudaMemcpy(d_text, msg, sizeof(msg), cudaMemcpyHostToDevice), "upload");
    errors += report(cudaGetSymbolAddress(&d_table, table), "cudaGetSymbolAddress");

    errors += report(cudaMemcpyToSymbol(table, fwd, sizeof(fwd)), "table 1");
    substitute<<<2, 64>>>((const unsigned char *)d_table, d_text, n);
    errors += report(cudaGetLastError(), "encrypt");
    errors += report(cudaMemcpy(res, d_text, sizeof(res), cudaMemcpyDeviceToHost), "download 1");
    for (int i = 0; i < n; ++i) errors += res[i] != fwd[msg[i]];

    errors += report(cudaMemcpyToSymbol(table, inv, sizeof(inv)), "table 2");
    substitute<<<2, 64>>>((const unsigned char *)d_table, d_text, n);
    errors += report(cudaGetLastError(), "decrypt");
    errors += report(cudaMemcpy(res, d_text, sizeof(res), cudaMemcpyDeviceToHost), "download 2");
    errors += memcmp(res, msg, sizeof(msg)) != 0;

    errors += report(cudaFree(d_text), "cudaFree");
    printf("errors: %d\n", errors);
    puts(errors ? "wrong" : "right");
    return errors ? 1 : 0;
}
