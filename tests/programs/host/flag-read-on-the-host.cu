#include <cstdio>
#include <vector>
#include <climits>

// Shortest distances in a graph: Bellman-Ford on the GPU
struct Edge { int from, to, weight; };

__global__ void init(int *dist, int nodes, int source)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < nodes) dist[i] = (i == source) ? 0 : 1000000;
}

__global__ void relax(const Edge *edges, int m, int *dist, int *changed)
{
    int e = threadIdx.x + blockIdx.x * blockDim.x;
    if (e >= m) return;
    int old = atomicAdd(&dist[edges[e].from], 0);
    int candidate = old + edges[e].weight;
    if (candidate < atomicMin(&dist[edges[e].to], candidate)) atomicExch(changed, 1);
}

int main()
{
    const int nodes = 60;
    std::vector<Edge> edges;
    for (int i = 0; i + 1 < nodes; ++i) edges.push_back({i, i + 1, 3});
    for (int i = 0; i + 5 < nodes; i += 5) edges.push_back({i, i + 5, 10});
    const int m = (int)edges.size();

    Edge *d_edges; int *d_dist, *d_changed;
    cudaMalloc(&d_edges, m * sizeof(Edge));
    cudaMalloc(&d_dist, nodes * sizeof(int));
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_edges, edges.data(), m * sizeof(Edge), cudaMemcpyHostToDevice);
    init<<<1, 64>>>(d_dist, nodes, 0);

    int changed = 1, rounds = 0;
    while (changed && rounds < nodes) {
        cudaMemset(d_changed, 0, sizeof(int));
        relax<<<(m + 31) / 32, 32>>>(d_edges, m, d_dist, d_changed);
        changed = *d_changed;  //! wrong-memory right: cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
        ++rounds;
    }
    std::vector<int> dist(nodes);
    cudaMemcpy(dist.data(), d_dist, nodes * sizeof(int), cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) printf("a CUDA call failed\n");
    cudaFree(d_edges); cudaFree(d_dist); cudaFree(d_changed);

    int bad = 0;
    for (int i = 0; i < nodes; ++i)
        if (dist[i] != (i / 5) * 10 + (i % 5) * 3) ++bad;
    printf("%d wrong distances\n", bad);
    return bad != 0;
}
