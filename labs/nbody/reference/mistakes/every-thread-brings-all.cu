// mistake: Every thread brings every body for itself
// group: requirements
// expect: requirement
// hint: too-many-loads
extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 own = pos[i];
    float4 sum = make_float4(0, 0, 0, 0);
    for (int j = 0; j < n; ++j) {
        float4 other = pos[j];  // HERE
        float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        float near = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
        float pull = other.w * near * near * near;
        sum.x += pull * dx;
        sum.y += pull * dy;
        sum.z += pull * dz;
        sum.w += other.w * near;
    }
    acc[i] = sum;
}
