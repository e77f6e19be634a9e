@frame_bytes = external constant i64, align 8

define internal void @begin_block(ptr %0, i64 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 160
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 168
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 576
  %6 = load i64, ptr %5, align 8
  %7 = icmp eq i64 %6, 0
  %8 = load i64, ptr %3, align 8
  %9 = load i64, ptr %4, align 8
  br i1 %7, label %17, label %10

10:
  %11 = mul i64 %9, %8
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 176
  %13 = load i64, ptr %12, align 8
  %14 = mul i64 %11, %13
  %15 = xor i64 %1, -1
  %16 = add i64 %14, %15
  br label %17

17:
  %18 = phi i64 [ %16, %10 ], [ %1, %2 ]
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 120
  store i64 %1, ptr %19, align 8
  %20 = urem i64 %18, %8
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 136
  store i64 %20, ptr %21, align 8
  %22 = udiv i64 %18, %8
  %23 = urem i64 %22, %9
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 144
  store i64 %23, ptr %24, align 8
  %25 = udiv i64 %22, %9
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 152
  store i64 %25, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %28 = load i64, ptr %27, align 8
  %29 = add i64 %28, 4294967296
  store i64 %29, ptr %27, align 8
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr inbounds i64, ptr %31, i64 %1
  store i64 %29, ptr %32, align 8
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 448
  store i64 %29, ptr %33, align 8
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 %29, ptr %34, align 8
  %35 = getelementptr inbounds nuw i8, ptr %0, i64 360
  store i64 0, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %0, i64 40
  %37 = load ptr, ptr %36, align 8
  %38 = getelementptr inbounds nuw i8, ptr %0, i64 600
  %39 = load i64, ptr %38, align 8
  %40 = trunc i64 %39 to i8
  %41 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %42 = load i64, ptr %41, align 8
  tail call void @llvm.memset.p0.i64(ptr %37, i8 %40, i64 %42, i1 false)
  %43 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %45 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %46 = load i64, ptr @frame_bytes, align 8
  br label %47

47:
  %48 = phi i64 [ 0, %17 ], [ %62, %52 ]
  %49 = load i64, ptr %43, align 8
  %50 = icmp ult i64 %48, %49
  br i1 %50, label %52, label %51

51:
  ret void

52:
  %53 = load ptr, ptr %44, align 8
  %54 = getelementptr inbounds nuw i64, ptr %53, i64 %48
  store i64 0, ptr %54, align 8
  %55 = load ptr, ptr %45, align 8
  %56 = mul i64 %46, %48
  %57 = getelementptr inbounds nuw i8, ptr %55, i64 %56
  %58 = getelementptr inbounds nuw i8, ptr %57, i64 32
  store i64 -1, ptr %58, align 8
  %59 = load ptr, ptr %45, align 8
  %60 = getelementptr inbounds nuw i8, ptr %59, i64 %56
  %61 = getelementptr inbounds nuw i8, ptr %60, i64 120
  store i64 0, ptr %61, align 8
  %62 = add nuw i64 %48, 1
  br label %47
}

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
