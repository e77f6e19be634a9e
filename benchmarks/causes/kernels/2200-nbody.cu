struct Pull {
    float3 sum = {0, 0, 0};
    float potential = 0;

    __device__ void add(const float4 &from, const float4 &to, float soft2) {
        float3 d = {from.x - to.x, from.y - to.y, from.z - to.z};
        float r = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + soft2);
        float m = from.w * r;
        float f = m * r;
        potential += m;
        sum.x += f * d.x;
        sum.y += f * d.y;
        sum.z += f * d.z;
    }
};

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 tile[BLOCK];
    const float4 nobody = {0, 0, 0, 0};

    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 own = i < n ? pos[i] : nobody;
    Pull pull;

    int tiles = n / BLOCK;
    for (int t = 0; t < tiles; t++) {
        int j = t * BLOCK + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : nobody;
        __syncthreads();
        #pragma unroll 4
        for (int b = 0; b < BLOCK; b++)
            pull.add(tile[b], own, softening * softening);
        __syncthreads();
    }

    if (i < n) {
        float4 a = {pull.sum.x, pull.sum.y, pull.sum.z, pull.potential};
        acc[i] = a;
    }
}
