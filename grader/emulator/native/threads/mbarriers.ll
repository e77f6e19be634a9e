define internal i64 @mbarrier_change(ptr %0, i64 %1, i64 %2, i64 %3) {
  %5 = load i64, ptr %0, align 4
  %6 = lshr i64 %5, 20
  %7 = and i64 %6, 1048575
  %8 = tail call i64 @llvm.usub.sat.i64(i64 %7, i64 %3)
  %9 = shl nuw nsw i64 %8, 20
  %10 = and i64 %5, -4611686018427387904
  %11 = shl i64 %2, 40
  %12 = add i64 %5, %11
  %13 = and i64 %12, 4611684918915760128
  %14 = or disjoint i64 %9, %10
  %15 = and i64 %5, 1048575
  %16 = tail call i64 @llvm.usub.sat.i64(i64 %15, i64 %1)
  %17 = or disjoint i64 %13, %16
  %18 = or disjoint i64 %17, %14
  %19 = icmp ule i64 %15, %1
  %20 = icmp eq i64 %13, 0
  %21 = and i1 %19, %20
  br i1 %21, label %22, label %28

22:
  %23 = and i64 %5, -9223372036854775808
  %24 = and i64 %14, 4611687117937967104
  %25 = or disjoint i64 %23, %24
  %26 = or disjoint i64 %25, %8
  %27 = xor i64 %26, -9223372036854775808
  br label %28

28:
  %29 = phi i64 [ %18, %4 ], [ %27, %22 ]
  store i64 %29, ptr %0, align 4
  ret i64 %5
}

define internal i1 @phase_is_over(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %3 = load i64, ptr %2, align 8
  %4 = inttoptr i64 %3 to ptr
  %5 = load i64, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %7 = load i64, ptr %6, align 8
  %8 = xor i64 %7, %5
  %9 = icmp slt i64 %8, 0
  ret i1 %9
}

declare i64 @llvm.usub.sat.i64(i64, i64)
