// Vectors of four: the first n / 4 threads add four elements each, a few more add what is left over.
// Siobhan O'Brien

extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const int quads = n / 4;

    if (id < quads) {
        float4 p = reinterpret_cast<float4 *>(x)[id];
        float4 q = reinterpret_cast<const float4 *>(y)[id];
        float4 sum = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
        reinterpret_cast<float4 *>(z)[id] = sum;
        return;
    }

    const int rest = 4 * quads + (id - quads);
    if (rest < n)
        z[rest] = x[rest] + y[rest];
}
