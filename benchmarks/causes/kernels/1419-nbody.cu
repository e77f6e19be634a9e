__device__ float4 pull(float4 me, float4 other, float softening, float4 sum) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
    float w = other.w * near;
    float f = w * near * near;
    sum.x += f * dx;
    sum.y += f * dy;
    sum.z += f * dz;
    sum.w += w;
    return sum;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 bodies[BLOCK];
    const float4 nothing = make_float4(0.f, 0.f, 0.f, 0.f);

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : nothing;
    float4 sum = nothing;

    for (int first = 0; first < n; first += BLOCK) {
        int j = first + threadIdx.x;
        if (j < n)
            bodies[threadIdx.x] = pos[j];
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            sum = pull(me, bodies[k], softening, sum);
        __syncthreads();
    }

    if (i < n)
        acc[i] = sum;
}
