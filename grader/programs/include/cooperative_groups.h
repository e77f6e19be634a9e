// For the host half, which names the namespace and no more.
#pragma once
namespace cooperative_groups {}
