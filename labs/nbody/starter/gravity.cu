// N-body: what pulls each of n bodies. pos[j] holds the place x, y, z of body j, and its mass in w.
//
//     near(i, j) = 1 / sqrt(dx*dx + dy*dy + dz*dz + softening*softening),   with dx = pos[j].x - pos[i].x and so on
//
//     acc[i].x = sum over all j of pos[j].w * near(i, j)^3 * dx,  likewise y and z
//     acc[i].w = sum over all j of pos[j].w * near(i, j)
//
// The sums are over all n bodies, i itself too: its own pull is 0. The grader launches one thread for each body, in
// blocks of BLOCK threads; the last block may have more threads than there are bodies left. BLOCK is defined when the
// grader compiles this file. rsqrtf(x) is 1 / sqrt(x).
//
// Every thread needs every body, so let the block bring them together: BLOCK bodies at a time into shared memory, one
// by each thread, whole (a float4 is one access of 16 bytes). A body without mass pulls nobody.

extern "C" __global__ void gravity(const float4 *pos, float4 *acc, float softening, int n) {
    // TODO: bring BLOCK bodies at a time into shared memory, add up what they do to your own body, store the sums.
}
