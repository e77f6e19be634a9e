__device__ float4 pull(float4 me, float4 other, float eps2, float4 a) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + eps2);
    float s = other.w * inv;
    a.w += s;
    s *= inv * inv;
    a.x += s * dx;
    a.y += s * dy;
    a.z += s * dz;
    return a;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 nobody = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

    if (i >= n) return;
    float4 me = pos[i];
    float4 a = nobody;

    for (int first = 0; first < n; first += BLOCK) {
        int j = first + threadIdx.x;
        bodies[threadIdx.x] = j < n ? pos[j] : nobody;
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            a = pull(me, bodies[k], softening * softening, a);
        __syncthreads();
    }

    acc[i] = a;
}
