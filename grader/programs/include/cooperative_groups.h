// For the host half: groups are made and used by kernels; what takes one names its type.
#pragma once
namespace cooperative_groups {
class thread_group;
class thread_block;
class grid_group;
class coalesced_group;
template <unsigned Size, class Parent = void> class thread_block_tile;
}  // namespace cooperative_groups
