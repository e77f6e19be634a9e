@frame_bytes = external constant i64, align 8

define internal void @matrix_fetch(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, ptr %6, ptr %7, i64 %8) {
  %10 = alloca [256 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2048, i1 false)
  %11 = shl i64 %5, 3
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %13

13:
  %14 = phi i64 [ 0, %9 ], [ %26, %25 ]
  %15 = icmp eq i64 %14, %11
  br i1 %15, label %27, label %16

16:
  %17 = shl nuw i64 1, %14
  %18 = and i64 %17, %2
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %25, label %20

20:
  %21 = call ptr @row_of(ptr %0, ptr %1, i64 %14, ptr %7, i64 %8, i64 %3)
  %22 = load i64, ptr %12, align 8
  %23 = shl i64 %14, 6
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 %23
  call void @widen(ptr %21, i64 %22, i64 8, ptr %24)
  br label %25

25:
  %26 = add nuw i64 %14, 1
  br label %13

27:
  %28 = phi i64 [ %35, %32 ], [ %4, %13 ]
  %29 = phi i64 [ %36, %32 ], [ 0, %13 ]
  %30 = icmp eq i64 %29, %5
  br i1 %30, label %31, label %32

31:
  ret void

32:
  %33 = shl i64 %29, 9
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 %33
  %35 = call i64 @scatter(ptr %1, i64 %2, i64 %28, ptr %6, ptr %34)
  %36 = add i64 %29, 1
  br label %27
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal ptr @row_of(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, i64 %5) {
  %7 = load i64, ptr @frame_bytes, align 8
  %8 = mul i64 %7, %2
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 %8
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 80
  %11 = load i64, ptr %10, align 8
  %12 = tail call ptr %3(ptr %0, ptr %9, i64 %11, i64 %5)
  %13 = icmp sgt i64 %4, -1
  br i1 %13, label %14, label %15

14:
  tail call void @record_access(ptr %0, ptr %9, i64 %5, i64 %4, i64 0, i64 0)
  br label %15

15:
  ret ptr %12
}

declare void @widen(ptr, i64, i64, ptr)

declare i64 @scatter(ptr, i64, i64, ptr, ptr)

define internal void @matrix_put(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, ptr %6, ptr %7, i64 %8) {
  %10 = alloca [256 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2048, i1 false)
  br label %11

11:
  %12 = phi i64 [ 0, %9 ], [ %22, %18 ]
  %13 = phi i64 [ %4, %9 ], [ %21, %18 ]
  %14 = icmp eq i64 %12, %5
  br i1 %14, label %15, label %18

15:
  %16 = shl i64 %5, 3
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %23

18:
  %19 = shl i64 %12, 9
  %20 = getelementptr inbounds nuw i8, ptr %10, i64 %19
  %21 = call i64 @gather(ptr %1, i64 %2, i64 %13, ptr %6, ptr %20)
  %22 = add i64 %12, 1
  br label %11

23:
  %24 = phi i64 [ %37, %36 ], [ 0, %15 ]
  %25 = icmp eq i64 %24, %16
  br i1 %25, label %26, label %27

26:
  ret void

27:
  %28 = shl nuw i64 1, %24
  %29 = and i64 %28, %2
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %36, label %31

31:
  %32 = call ptr @row_of(ptr %0, ptr %1, i64 %24, ptr %7, i64 %8, i64 %3)
  %33 = load i64, ptr %17, align 8
  %34 = shl i64 %24, 6
  %35 = getelementptr inbounds nuw i8, ptr %10, i64 %34
  call void @narrow(ptr %32, i64 %33, i64 8, ptr %35)
  br label %36

36:
  %37 = add nuw i64 %24, 1
  br label %23
}

declare i64 @gather(ptr, i64, i64, ptr, ptr)

declare void @narrow(ptr, i64, i64, ptr)

define internal void @matrix_turn(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = alloca [64 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %6, i8 0, i64 512, i1 false)
  %7 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %6)
  %8 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %4, ptr %6)
  ret void
}

declare void @record_access(ptr, ptr, i64, i64, i64, i64)
