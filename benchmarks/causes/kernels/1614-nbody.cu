__device__ void pull(float4 &a, float4 me, float4 other, float eps2) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float w = other.w * near;
    float f = w * near * near;
    a.x += f * dx;
    a.y += f * dy;
    a.z += f * dz;
    a.w += w;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = make_float4(0, 0, 0, 0);
    if (i < n) me = pos[i];

    float4 a = make_float4(0, 0, 0, 0);
    int tiles = n / BLOCK;
    for (int t = 0; t < tiles; ++t) {
        int j = t * BLOCK + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        else
            bodies[threadIdx.x] = make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k)
            pull(a, me, bodies[k], softening * softening);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}
