@watched = external constant i64, align 8

define internal i1 @row_make_mbarrier(ptr %0, ptr %1, ptr %2, i32 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = add nsw i64 %5, %4
  %11 = lshr i64 %10, 2
  %12 = sub i64 %6, %4
  %13 = add i64 %12, -8
  %14 = or i64 %13, %4
  %15 = icmp slt i64 %14, 0
  %16 = and i64 %10, 7
  %17 = icmp ne i64 %16, 0
  %18 = select i1 %15, i1 true, i1 %17
  %19 = icmp eq i64 %7, 0
  %20 = or i1 %19, %18
  %21 = tail call i64 @llvm.ctpop.i64(i64 %7)
  %22 = icmp samesign ugt i64 %21, 1
  %23 = select i1 %20, i1 true, i1 %22
  %24 = add i64 %8, -1048576
  %25 = icmp ult i64 %24, -1048575
  %26 = or i1 %25, %23
  br i1 %26, label %42, label %27

27:
  %28 = load i64, ptr @watched, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %38, label %30

30:
  %31 = getelementptr inbounds nuw i32, ptr %1, i64 %11
  %32 = load i32, ptr %31, align 4
  %33 = icmp ult i32 %32, %3
  br i1 %33, label %34, label %42

34:
  %35 = getelementptr inbounds nuw i32, ptr %2, i64 %11
  %36 = load i32, ptr %35, align 4
  %37 = icmp ult i32 %36, %3
  br i1 %37, label %38, label %42

38:
  %39 = getelementptr inbounds nuw i32, ptr %1, i64 %11
  store i32 %3, ptr %39, align 4
  %40 = mul nuw nsw i64 %8, 1048577
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 %10
  store i64 %40, ptr %41, align 8
  br label %42

42:
  %43 = phi i1 [ false, %38 ], [ true, %9 ], [ true, %34 ], [ true, %30 ]
  ret i1 %43
}

define internal i1 @row_arrive(ptr %0, ptr %1, ptr %2, ptr %3, i32 %4, i32 %5, i64 %6, i64 %7, i64 %8, i64 %9) {
  %11 = add nsw i64 %7, %6
  %12 = lshr i64 %11, 2
  %13 = sub i64 %8, %6
  %14 = add i64 %13, -8
  %15 = or i64 %14, %6
  %16 = icmp sgt i64 %15, -1
  %17 = and i64 %11, 7
  %18 = icmp eq i64 %17, 0
  %19 = select i1 %16, i1 %18, i1 false
  br i1 %19, label %20, label %40

20:
  %21 = load i64, ptr @watched, align 8
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %29, label %23

23:
  %24 = getelementptr inbounds nuw i32, ptr %2, i64 %12
  %25 = load i32, ptr %24, align 4
  %26 = sub i32 %25, %5
  %27 = sub i32 %4, %5
  %28 = icmp ult i32 %26, %27
  br i1 %28, label %29, label %40

29:
  %30 = getelementptr inbounds nuw i8, ptr %1, i64 %11
  %31 = load i64, ptr %30, align 8
  %32 = and i64 %31, 1048575
  %33 = icmp ult i64 %32, %9
  br i1 %33, label %40, label %34

34:
  %35 = getelementptr inbounds nuw i32, ptr %3, i64 %12
  store i32 %4, ptr %35, align 4
  %36 = tail call i64 @mbarrier_change(ptr %30, i64 %9, i64 0, i64 0)
  %37 = ptrtoint ptr %30 to i64
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 80
  store i64 %37, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 88
  store i64 %31, ptr %39, align 8
  br label %40

40:
  %41 = phi i1 [ true, %10 ], [ true, %23 ], [ true, %29 ], [ false, %34 ]
  ret i1 %41
}

declare i64 @mbarrier_change(ptr, i64, i64, i64)

declare i64 @llvm.ctpop.i64(i64)
