define internal void @order_warp(ptr %0, ptr %1, i64 %2) {
  ret void
}

define internal void @order_barrier(ptr %0, i64 %1) {
  ret void
}

define internal void @order_block(ptr %0) {
  ret void
}

define internal void @order_phase(ptr %0) {
  ret void
}

define internal void @forget_thread(ptr %0, ptr %1) {
  ret void
}

define internal void @note_arrival(ptr %0, ptr %1, ptr %2) {
  ret void
}

define internal void @dissolve(ptr %0, ptr %1) {
  ret void
}

define internal void @forget_shared(ptr %0) {
  ret void
}

define internal void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  ret void
}

define internal void @poll(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, ptr %9) {
  ret void
}
