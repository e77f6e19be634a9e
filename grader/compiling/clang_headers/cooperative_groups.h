// The block and its tiles of a warp.
#ifdef __clang__
#define GRADER_MEMBER __device__ inline __attribute__((always_inline, nodebug))
#else
#define GRADER_MEMBER __device__ inline __attribute__((always_inline))
#endif
namespace cooperative_groups {
struct thread_block {
  GRADER_MEMBER void sync() const { __syncthreads(); }
  GRADER_MEMBER dim3 thread_index() const { return threadIdx; }
  GRADER_MEMBER dim3 group_index() const { return blockIdx; }
  GRADER_MEMBER dim3 group_dim() const { return blockDim; }
  GRADER_MEMBER dim3 dim_threads() const { return blockDim; }
  GRADER_MEMBER unsigned int size() const { return blockDim.x * blockDim.y * blockDim.z; }
  GRADER_MEMBER unsigned int num_threads() const { return size(); }
  GRADER_MEMBER unsigned int thread_rank() const {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
};
template <unsigned int Size, typename Parent = thread_block> struct thread_block_tile {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
  unsigned int rank;
  GRADER_MEMBER unsigned int mask() const { return (Size == 32 ? ~0u : (1u << Size) - 1) << (rank % 32 & ~(Size - 1)); }
  GRADER_MEMBER void sync() const { __syncwarp(mask()); }
  GRADER_MEMBER unsigned int size() const { return Size; }
  GRADER_MEMBER unsigned int num_threads() const { return Size; }
  GRADER_MEMBER unsigned int thread_rank() const { return rank % Size; }
  GRADER_MEMBER unsigned int meta_group_rank() const { return rank / Size; }
  template <typename T> GRADER_MEMBER T shfl(T value, int at) const { return __shfl_sync(mask(), value, at, Size); }
  template <typename T> GRADER_MEMBER T shfl_down(T value, unsigned int by) const {
    return __shfl_down_sync(mask(), value, by, Size);
  }
  template <typename T> GRADER_MEMBER T shfl_up(T value, unsigned int by) const {
    return __shfl_up_sync(mask(), value, by, Size);
  }
  template <typename T> GRADER_MEMBER T shfl_xor(T value, int by) const {
    return __shfl_xor_sync(mask(), value, by, Size);
  }
  GRADER_MEMBER int any(int p) const { return (__ballot_sync(mask(), p) & mask()) != 0; }
  GRADER_MEMBER int all(int p) const { return (__ballot_sync(mask(), p) & mask()) == mask(); }
  GRADER_MEMBER unsigned int ballot(int p) const { return (__ballot_sync(mask(), p) & mask()) >> (rank % 32 & ~(Size - 1)); }
};
static GRADER_MEMBER thread_block this_thread_block() { return thread_block(); }
template <unsigned int Size> static GRADER_MEMBER thread_block_tile<Size> tiled_partition(const thread_block &block) {
  return thread_block_tile<Size>{block.thread_rank()};
}
template <typename Group> static GRADER_MEMBER void sync(const Group &group) { group.sync(); }
}  // namespace cooperative_groups
#undef GRADER_MEMBER
