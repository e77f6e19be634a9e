extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 nobody = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float4 me = pos[i];
    const float eps2 = softening * softening;
    float4 a = nobody;

    for (int tile = 0; tile < gridDim.x; tile++) {
        const int j = tile * BLOCK + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : nobody;
        __syncthreads();

        for (int b = 0; b < BLOCK; b++) {
            const float4 other = bodies[b];
            const float dx = other.x - me.x;
            const float dy = other.y - me.y;
            const float dz = other.z - me.z;
            const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
            const float pot = other.w * inv;
            const float pull = pot * inv * inv;
            a.x += pull * dx;
            a.y += pull * dy;
            a.z += pull * dz;
            a.w += pot;
        }
        __syncthreads();
    }

    if (i < n)
        acc[i] = a;
}
