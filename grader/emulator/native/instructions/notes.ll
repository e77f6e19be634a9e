define internal i64 @note_reader_of_block(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = load i64, ptr %0, align 8
  %6 = icmp ult i64 %5, %2
  %7 = select i1 %6, i64 %3, i64 %5
  store i64 %7, ptr %0, align 8
  store i64 %3, ptr %1, align 8
  ret i64 %3
}

define internal i64 @note_reader_of_grid(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = load i64, ptr %0, align 8
  %6 = load i64, ptr %1, align 8
  %7 = load i64, ptr %2, align 8
  %8 = icmp eq i64 %5, 0
  %9 = select i1 %8, i64 %3, i64 %5
  store i64 %9, ptr %0, align 8
  %10 = xor i64 %6, %3
  %11 = icmp ugt i64 %10, 65535
  %12 = select i1 %11, i64 %6, i64 %7
  store i64 %12, ptr %2, align 8
  store i64 %3, ptr %1, align 8
  ret i64 %3
}
