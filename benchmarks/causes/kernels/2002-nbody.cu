struct Pull {
    float x, y, z, w;
};

__device__ void interact(Pull &p, const float4 &me, const float4 &it, float soft) {
    const float dx = it.x - me.x, dy = it.y - me.y, dz = it.z - me.z;
    const float d2 = dx * dx + dy * dy + dz * dz + soft * soft;
    const float near = 1.0f / sqrtf(d2);
    const float m = it.w * near;
    p.w += m;
    p.x += m * near * near * dx;
    p.y += m * near * near * dy;
    p.z += m * near * near * dz;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 tile[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;

    float4 me = {};
    if (i < n) me = pos[i];
    Pull p = {0, 0, 0, 0};

    for (int first = 0; first < n; first += BLOCK) {
        const int many = min(BLOCK, n - first);
        if (t < many) tile[t] = pos[first + t];
        __syncthreads();
        for (int k = 0; k < many; ++k) {
            if (first + k == i) continue;      // a body doesn't pull itself
            interact(p, me, tile[k], softening);
        }
        __syncthreads();
    }

    if (i < n) {
        float4 result;
        result.x = p.x;
        result.y = p.y;
        result.z = p.z;
        result.w = p.w;
        acc[i] = result;
    }
}
