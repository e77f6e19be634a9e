#include <cstdio>
#define NODES 300
__global__ void next(int *distance, int now)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < NODES && distance[v] == -1) atomicMax(&distance[v], now); //! any
}
int main()
{
    int distance[NODES], *d_distance, zero = 0;
    cudaMalloc(&d_distance, sizeof(distance));
    cudaMemset(d_distance, 0xff, NODES); //! wrong-copy right: cudaMemset(d_distance, 0xff, NODES * sizeof(int));
    cudaMemcpy(d_distance, &zero, sizeof(int), cudaMemcpyHostToDevice);
    for (int now = 0; now < 3; now++) {
        next<<<(NODES + 127) / 128, 128>>>(d_distance, now); //! any
    }
    cudaMemcpy(distance, d_distance, sizeof(distance), cudaMemcpyDeviceToHost); //! any
    printf("%d\n", distance[2]);
    cudaFree(d_distance);
}
