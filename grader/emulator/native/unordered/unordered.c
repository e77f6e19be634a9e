/* Where nobody asks for the order of threads: the scheduler's questions, and nothing to do. */

#include "ordering/ordering.h"

void order_warp(struct Context *, struct Frames *, u64) {}
void order_barrier(struct Context *, u64) {}
void order_block(struct Context *) {}
void order_phase(struct Context *) {}
void forget_thread(struct Context *, struct Frame *) {}
void note_arrival(struct Context *, struct Frame *, struct Knowledge *) {}
void dissolve(struct Context *, struct Knowledge *) {}
void forget_shared(struct Context *) {}
void meet(struct Context *, struct Frame *, struct History *, u64, u64, u64, u64, u64, u64) {}
void poll(struct Context *, struct Frame *, struct History *, u64, u64, u64, u64, u64, u64, const u64 *) {}
