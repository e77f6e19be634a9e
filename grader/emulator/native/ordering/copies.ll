%struct.Copies = type { i64, i64, [64 x i32] }

define internal i64 @open_group(ptr %0, i64 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw %struct.Copies, ptr %4, i64 %1
  %6 = load i64, ptr %5, align 8
  ret i64 %6
}

define internal i64 @copy_time(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %6 = load ptr, ptr %5, align 8
  %7 = lshr i64 %4, 16
  %8 = and i64 %7, 65535
  %9 = getelementptr inbounds nuw %struct.Copies, ptr %6, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load i64, ptr %12, align 8
  %14 = sub nsw i64 %11, %13
  %15 = icmp slt i64 %14, 1
  br i1 %15, label %26, label %16

16:
  %17 = icmp samesign ult i64 %14, 65
  br i1 %17, label %18, label %24

18:
  %19 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %20 = and i64 %13, 63
  %21 = getelementptr inbounds nuw i32, ptr %19, i64 %20
  %22 = load i32, ptr %21, align 4
  %23 = zext i32 %22 to i64
  br label %26

24:
  %25 = lshr i64 %4, 32
  br label %26

26:
  %27 = phi i64 [ 4294967295, %2 ], [ %23, %18 ], [ %25, %24 ]
  ret i64 %27
}

define internal void @commit_copies(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw %struct.Copies, ptr %4, i64 %6
  %8 = load i64, ptr %7, align 8
  %9 = add nsw i64 %8, 1
  store i64 %9, ptr %7, align 8
  ret void
}

define internal void @wait_copies(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 536
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw %struct.Copies, ptr %5, i64 %7
  %9 = load i64, ptr %8, align 8
  %10 = sub nsw i64 %9, %2
  %11 = getelementptr inbounds nuw i8, ptr %8, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = icmp sgt i64 %10, %12
  br i1 %13, label %14, label %27

14:
  %15 = tail call i64 @next_moment(ptr %0)
  %16 = trunc i64 %15 to i32
  %17 = load i64, ptr %11, align 8
  %18 = getelementptr inbounds nuw i8, ptr %8, i64 16
  br label %19

19:
  %20 = phi i64 [ %17, %14 ], [ %26, %23 ]
  %21 = icmp slt i64 %20, %10
  br i1 %21, label %23, label %22

22:
  store i64 %10, ptr %11, align 8
  br label %27

23:
  %24 = and i64 %20, 63
  %25 = getelementptr inbounds nuw i32, ptr %18, i64 %24
  store i32 %16, ptr %25, align 4
  %26 = add nsw i64 %20, 1
  br label %19

27:
  ret void
}

declare i64 @next_moment(ptr)
