extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    const int me = blockIdx.x * BLOCK + threadIdx.x;
    float4 p = make_float4(0.f, 0.f, 0.f, 0.f);
    if (me < n) p = pos[me];

    float4 a = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int first = 0; first < n; first += BLOCK) {
        const int other = first + threadIdx.x;
        if (other < n)
            bodies[threadIdx.x] = pos[other];
        __syncthreads();

        for (int j = 0; j < BLOCK; ++j) {
            const float4 b = bodies[j];
            const float dx = b.x - p.x;
            const float dy = b.y - p.y;
            const float dz = b.z - p.z;
            const float near = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
            const float pull = b.w * near * near * near;
            a.x += pull * dx;
            a.y += pull * dy;
            a.z += pull * dz;
            a.w += b.w * near;
        }
        __syncthreads();
    }

    if (me < n) acc[me] = a;
}
