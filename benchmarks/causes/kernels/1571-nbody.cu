struct Pull { float x, y, z, p; };

__device__ void pull(Pull &s, float4 me, float4 other, float eps2) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float m = other.w * near;
    s.p += m;
    m *= near * near;
    s.x += m * dx;
    s.y += m * dy;
    s.z += m * dz;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 nobody = make_float4(0.f, 0.f, 0.f, 0.f);
    float4 me = nobody;
    if (i < n)
        me = pos[i];

    Pull s = {0.f, 0.f, 0.f, 0.f};
    for (int first = 0; first < n; first += BLOCK) {
        int j = first + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            pull(s, me, bodies[k], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = make_float4(s.x, s.y, s.z, s.p);
}
