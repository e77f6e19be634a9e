extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float eps2 = softening * softening;

    if (i >= n)
        return;
    float4 self = pos[i];
    float ax = 0.f, ay = 0.f, az = 0.f, pot = 0.f;

    for (int base = 0; base < n; base += BLOCK) {
        int j = base + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k) {
            float4 o = bodies[k];
            float dx = o.x - self.x, dy = o.y - self.y, dz = o.z - self.z;
            float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            float pull = o.w * near * near * near;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
            pot += o.w * near;
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, pot);
}
