define internal i32 @find_nth(i32 %0, i32 %1, i32 %2) {
  %4 = icmp slt i32 %2, 0
  %5 = sub i32 0, %2
  %6 = tail call i32 @llvm.umax.i32(i32 %2, i32 1)
  %7 = select i1 %4, i32 %5, i32 %6
  %8 = icmp eq i32 %2, 0
  %9 = select i1 %4, i32 -1, i32 1
  br label %10

10:
  %11 = phi i32 [ %7, %3 ], [ %17, %20 ]
  %12 = phi i32 [ %1, %3 ], [ %21, %20 ]
  %13 = icmp ult i32 %12, 32
  br i1 %13, label %14, label %24

14:
  %15 = lshr i32 %0, %12
  %16 = and i32 %15, 1
  %17 = sub i32 %11, %16
  %18 = icmp eq i32 %17, 0
  %19 = or i1 %18, %8
  br i1 %19, label %22, label %20

20:
  %21 = add nsw i32 %12, %9
  br label %10

22:
  %23 = select i1 %18, i32 %12, i32 -1
  br label %24

24:
  %25 = phi i32 [ %23, %22 ], [ -1, %10 ]
  ret i32 %25
}

declare i32 @llvm.umax.i32(i32, i32)
