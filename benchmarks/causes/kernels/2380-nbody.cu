extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 chunk[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float eps2 = softening * softening;
    const int chunks = n / BLOCK;

    float4 me = make_float4(0.f, 0.f, 0.f, 0.f);
    if (i < n) me = pos[i];
    float4 a = make_float4(0.f, 0.f, 0.f, 0.f);

    for (int c = 0; c < chunks; ++c) {
        const int j = c * BLOCK + threadIdx.x;
        chunk[threadIdx.x] = (j < n) ? pos[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();

        for (int b = 0; b < BLOCK; ++b) {
            const float4 other = chunk[b];
            const float dx = other.x - me.x;
            const float dy = other.y - me.y;
            const float dz = other.z - me.z;
            const float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            const float pull = other.w * near * near * near;
            a.x += pull * dx;
            a.y += pull * dy;
            a.z += pull * dz;
            a.w += other.w * near;
        }
        __syncthreads();
    }

    if (i < n) acc[i] = a;
}
