#include <cstdio>
#include <vector>

struct Part {
    const int *values;
    int count;
};

__global__ void sums(const Part *parts, int n, int *out) {
    int i = threadIdx.x;
    if (i < n) {
        int sum = 0;
        for (int k = 0; k < parts[i].count; k++) sum += parts[i].values[k];
        out[i] = sum;
    }
}

int main() {
    const int n = 6;
    std::vector<std::vector<int>> host(n);
    for (int i = 0; i < n; i++) host[i].assign(i + 1, i);
    std::vector<Part> parts(n);
    std::vector<int *> copies(n);
    for (int i = 0; i < n; i++) {
        size_t bytes = host[i].size() * sizeof(int);
        cudaMalloc(&copies[i], bytes);
        cudaMemcpy(copies[i], host[i].data(), bytes, cudaMemcpyHostToDevice);
        parts[i].values = host[i].data();  //! wrong-memory right: parts[i].values = copies[i];
        parts[i].count = (int)host[i].size();
    }
    Part *d_parts;
    int *d_out, out[n];
    cudaMalloc(&d_parts, n * sizeof(Part));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_parts, parts.data(), n * sizeof(Part), cudaMemcpyHostToDevice);
    sums<<<1, 32>>>(d_parts, n, d_out);
    if (cudaGetLastError() != cudaSuccess) return 2;
    if (cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
    for (int i = 0; i < n; i++) cudaFree(copies[i]);
    cudaFree(d_parts);
    cudaFree(d_out);
    for (int i = 0; i < n; i++)
        if (out[i] != i * (i + 1)) return 1;
    puts("right");
    return 0;
}
