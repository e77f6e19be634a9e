__device__ inline void interact(const float4 &p, const float4 &q, float soft, float4 &a) {
    const float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    const float near = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + soft * soft);
    const float pot = q.w * near;
    const float k = pot * near * near;
    a.x += k * dx;
    a.y += k * dy;
    a.z += k * dz;
    a.w += pot;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 shared_pos[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + t;
    const bool valid = i < n;
    const float4 own = pos[valid ? i : n - 1];
    float4 a = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int base = 0; base < n; base += BLOCK) {
        if (base + t < n)
            shared_pos[t] = pos[base + t];
        __syncthreads();
        const int here = min(BLOCK, n);
        for (int j = 0; j < here; ++j)
            interact(own, shared_pos[j], softening, a);
        __syncthreads();
    }
    if (valid) acc[i] = a;
}
