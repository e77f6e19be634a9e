define internal i32 @mark_either(i32 %0, i32 %1) {
  %3 = icmp eq i32 %0, 0
  %4 = select i1 %3, i32 %1, i32 %0
  ret i32 %4
}

define internal i32 @mark_both(i32 %0, i32 %1) {
  %3 = and i32 %0, -16777216
  %4 = and i32 %3, %1
  %5 = and i32 %0, 1179647
  %6 = or disjoint i32 %4, %5
  %7 = icmp eq i32 %4, 0
  %8 = select i1 %7, i32 0, i32 %6
  ret i32 %8
}

define internal i32 @mark_chosen(i32 %0, i32 %1, i32 %2, i1 %3) {
  %5 = select i1 %3, i32 %0, i32 %1
  %6 = icmp eq i32 %2, 0
  %7 = select i1 %6, i32 %5, i32 %2
  ret i32 %7
}

define internal i32 @mark_computed(i32 %0, i32 %1) {
  %3 = and i32 %0, 131071
  %4 = add i32 %1, 2
  %5 = icmp eq i32 %3, 1
  %6 = select i1 %5, i32 %4, i32 %3
  %7 = or i32 %6, -15728640
  %8 = icmp eq i32 %0, 0
  %9 = select i1 %8, i32 0, i32 %7
  ret i32 %9
}

define internal i64 @mark_site(i32 %0, i64 %1) {
  %3 = and i32 %0, 131071
  %4 = add nsw i32 %3, -2
  %5 = zext nneg i32 %4 to i64
  %6 = icmp samesign ugt i32 %3, 1
  %7 = select i1 %6, i64 %5, i64 %1
  ret i64 %7
}

define internal i1 @mark_covers(i32 %0, i32 %1) {
  %3 = lshr i32 %0, 24
  %4 = and i32 %3, %1
  %5 = icmp eq i32 %4, %1
  ret i1 %5
}

define internal i1 @mark_used(i32 %0) {
  %2 = and i32 %0, 1179647
  %3 = icmp eq i32 %2, 1
  %4 = icmp samesign ugt i32 %2, 1048575
  %5 = or i1 %3, %4
  ret i1 %5
}

define internal i32 @mark_piece(i32 %0, i32 %1, i32 %2, i32 %3, i32 %4) {
  %6 = add i32 %2, 24
  %7 = lshr i32 %1, %6
  %8 = and i32 %7, %3
  %9 = and i32 %1, 1179647
  %10 = and i32 %0, 16777215
  %11 = and i32 %0, -16777216
  %12 = shl i32 %8, %4
  %13 = shl i32 %12, 24
  %14 = or i32 %13, %11
  %15 = icmp eq i32 %8, 0
  %16 = select i1 %15, i32 %10, i32 %9
  %17 = or disjoint i32 %14, %16
  ret i32 %17
}

define internal i32 @mark_pieces(i32 %0, i32 %1, i32 %2) {
  %4 = or i32 %0, -16777216
  %5 = lshr i32 %0, 24
  %6 = icmp eq i32 %5, %2
  %7 = lshr i32 %1, 24
  %8 = and i32 %7, %2
  %9 = icmp eq i32 %8, %2
  %10 = or i1 %6, %9
  %11 = select i1 %10, i32 %4, i32 %0
  ret i32 %11
}
