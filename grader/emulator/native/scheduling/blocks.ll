@frame_bytes = external constant i64, align 8

define internal void @begin_block(ptr %0, i64 %1) {
  tail call void @place_block(ptr %0, i64 %1)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, 4294967296
  store i64 %5, ptr %3, align 8
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds i64, ptr %7, i64 %1
  store i64 %5, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 %5, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 %5, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 360
  store i64 0, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %18 = load i64, ptr %17, align 8
  tail call void @llvm.memset.p0.i64(ptr %13, i8 %16, i64 %18, i1 false)
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %22 = load i64, ptr @frame_bytes, align 8
  br label %23

23:
  %24 = phi i64 [ 0, %2 ], [ %38, %28 ]
  %25 = load i64, ptr %19, align 8
  %26 = icmp ult i64 %24, %25
  br i1 %26, label %28, label %27

27:
  ret void

28:
  %29 = load ptr, ptr %20, align 8
  %30 = getelementptr inbounds nuw i64, ptr %29, i64 %24
  store i64 0, ptr %30, align 8
  %31 = load ptr, ptr %21, align 8
  %32 = mul i64 %22, %24
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 32
  store i64 -1, ptr %34, align 8
  %35 = load ptr, ptr %21, align 8
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 %32
  %37 = getelementptr inbounds nuw i8, ptr %36, i64 136
  store i64 0, ptr %37, align 8
  %38 = add nuw i64 %24, 1
  br label %23
}

declare void @place_block(ptr, i64)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @begin_epoch(ptr %0, i1 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %4 = load i64, ptr %3, align 8
  %5 = add i64 %4, 4294967296
  store i64 %5, ptr %3, align 8
  br i1 %1, label %6, label %8

6:
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 %5, ptr %7, align 8
  br label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, ptr %9, align 8
  ret void
}

define internal void @judge_barrier(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %3 = load ptr, ptr %2, align 8
  br label %4

4:
  %5 = phi i64 [ 0, %1 ], [ %9, %4 ]
  %6 = getelementptr inbounds nuw i64, ptr %3, i64 %5
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 1
  %9 = add i64 %5, 1
  br i1 %8, label %4, label %10

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %13 = load i64, ptr @frame_bytes, align 8
  br label %14

14:
  %15 = phi i64 [ %32, %31 ], [ 0, %10 ]
  %16 = load i64, ptr %11, align 8
  %17 = icmp ult i64 %15, %16
  br i1 %17, label %19, label %18

18:
  ret void

19:
  %20 = load ptr, ptr %2, align 8
  %21 = getelementptr inbounds nuw i64, ptr %20, i64 %15
  %22 = load i64, ptr %21, align 8
  %23 = icmp eq i64 %22, -2147483647
  br i1 %23, label %31, label %24

24:
  %25 = load ptr, ptr %12, align 8
  %26 = mul i64 %13, %15
  %27 = getelementptr inbounds nuw i8, ptr %25, i64 %26
  tail call void @judge_thread(ptr %0, ptr %27, i64 %22, i64 %7, i64 %5)
  %28 = load i64, ptr %21, align 8
  %29 = icmp slt i64 %28, 0
  br i1 %29, label %30, label %31

30:
  store i64 -2147483647, ptr %21, align 8
  br label %31

31:
  %32 = add nuw i64 %15, 1
  br label %14
}

declare void @judge_thread(ptr, ptr, i64, i64, i64)

define internal i64 @run_blocks(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 608
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 568
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %9 = load i64, ptr @frame_bytes, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 360
  br label %13

13:
  %14 = phi i64 [ %1, %3 ], [ %65, %64 ]
  %15 = icmp slt i64 %14, %2
  br i1 %15, label %16, label %66

16:
  tail call void @begin_block(ptr %0, i64 %14)
  %17 = load i64, ptr %4, align 8
  br label %18

18:
  %19 = phi i64 [ %17, %16 ], [ %63, %55 ]
  store i64 %19, ptr %0, align 8
  br label %20

20:
  %21 = phi i64 [ -9223372036854775808, %18 ], [ %47, %44 ]
  %22 = phi i64 [ 9223372036854775807, %18 ], [ %46, %44 ]
  %23 = phi i64 [ 0, %18 ], [ %48, %44 ]
  %24 = load i64, ptr %5, align 8
  %25 = icmp ult i64 %23, %24
  br i1 %25, label %26, label %49

26:
  %27 = load i64, ptr %6, align 8
  %28 = icmp eq i64 %27, 0
  %29 = xor i64 %23, -1
  %30 = add i64 %24, %29
  %31 = select i1 %28, i64 %23, i64 %30
  %32 = load ptr, ptr %7, align 8
  %33 = getelementptr inbounds nuw i64, ptr %32, i64 %31
  %34 = load i64, ptr %33, align 8
  %35 = icmp sgt i64 %34, -1
  br i1 %35, label %36, label %44

36:
  %37 = load ptr, ptr %8, align 8
  %38 = mul i64 %31, %9
  %39 = getelementptr inbounds nuw i8, ptr %37, i64 %38
  %40 = tail call i64 @step(ptr %0, ptr %39, i64 %34)
  %41 = load ptr, ptr %7, align 8
  %42 = getelementptr inbounds nuw i64, ptr %41, i64 %31
  store i64 %40, ptr %42, align 8
  %43 = icmp eq i64 %40, -2147483648
  br i1 %43, label %66, label %44

44:
  %45 = phi i64 [ %40, %36 ], [ %34, %26 ]
  %46 = tail call i64 @llvm.smin.i64(i64 %45, i64 %22)
  %47 = tail call i64 @llvm.smax.i64(i64 %45, i64 %21)
  %48 = add nuw i64 %23, 1
  br label %20

49:
  %50 = icmp slt i64 %21, 0
  br i1 %50, label %64, label %51

51:
  %52 = icmp eq i64 %22, %21
  br i1 %52, label %55, label %53

53:
  tail call void @judge_barrier(ptr %0)
  %54 = load i64, ptr %5, align 8
  br label %55

55:
  %56 = phi i64 [ %24, %51 ], [ %54, %53 ]
  %57 = load i64, ptr %10, align 8
  %58 = add i64 %57, 4294967296
  store i64 %58, ptr %10, align 8
  store i64 %58, ptr %11, align 8
  %59 = load i64, ptr %12, align 8
  %60 = add i64 %59, 1
  store i64 %60, ptr %12, align 8
  %61 = shl nsw i64 %56, 2
  %62 = load i64, ptr %0, align 8
  %63 = sub nsw i64 %62, %61
  br label %18

64:
  %65 = add nsw i64 %14, 1
  br label %13

66:
  %67 = phi i64 [ 1, %36 ], [ 0, %13 ]
  ret i64 %67
}

declare i64 @step(ptr, ptr, i64)

declare i64 @llvm.smin.i64(i64, i64)

declare i64 @llvm.smax.i64(i64, i64)
