struct Sum { float x, y, z, w; };

__device__ void interact(Sum &s, const float4 &me, const float4 &it, float soft2) {
    float3 d;
    d.x = it.x - me.x;
    d.y = it.y - me.y;
    d.z = it.z - me.z;
    float near = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + soft2);
    float f = it.w * near * near * near;
    s.x += f * d.x;
    s.y += f * d.y;
    s.z += f * d.z;
    s.w += it.w * near;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 cache[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    float4 me;
    if (i < n)
        me = pos[i];
    Sum s = {0, 0, 0, 0};

    for (int from = 0; from < n; from += BLOCK) {
        if (from + t < n)
            cache[t] = pos[from + t];
        __syncthreads();
        int many = min(BLOCK, n);            // the last tile may be short
        if (i < n)
            for (int j = 0; j < many; j++)
                interact(s, me, cache[j], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = make_float4(s.x, s.y, s.z, s.w);
}
