// Histogram equalisation: spreads the values of a dark or pale image over all values from 0 to 255, in three launches.
//
// An image has n pixels of one byte. A launch ends before the next one begins.
//
// BLOCK is the number of threads of a block. It is defined when the grader compiles this file.

// First launch: at most 4 blocks of BLOCK threads, so a thread has any number of pixels. hist[v] is how many pixels have the
// value v; it is 0 at first. Let each block count in shared memory, and then add its counts to hist.
extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    // TODO
}

// Second launch: one block of 256 threads, one for each value. With upto[v] = hist[0] + ... + hist[v], and first the smallest
// upto[v] that is not 0:
//
//   table[v] = (upto[v] - first) * 255 / (n - first)     rounded down; 0 where upto[v] is 0
//
// If all pixels have one value, n - first is 0: then table[v] = v.
extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    // TODO: a scan in shared memory.
}

// Third launch: one thread for each pixel.
extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    // TODO
}
