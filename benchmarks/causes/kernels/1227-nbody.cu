__device__ float4 nothing() {
    return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
}

// adds to sum what body other does to body me
__device__ void pull(float4 &sum, const float4 &me, const float4 &other, float soft2) {
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
    float m = other.w * inv;
    float f = m * inv * inv;
    sum.x += f * dx;
    sum.y += f * dy;
    sum.z += f * dz;
    sum.w += m;
}

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    __shared__ float4 guests[BLOCK];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int rounds = n / BLOCK;

    float4 me = i < n ? pos[i] : nothing();
    float4 sum = nothing();

    for (int round = 0; round < rounds; ++round) {
        int j = round * BLOCK + threadIdx.x;
        guests[threadIdx.x] = j < n ? pos[j] : nothing();
        __syncthreads();

        for (int g = 0; g < BLOCK; ++g)
            pull(sum, me, guests[g], softening * softening);
        __syncthreads();
    }

    if (i < n)
        acc[i] = sum;
}
