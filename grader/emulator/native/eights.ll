@frame_bytes = external constant i64, align 8

define internal void @matrix_fetch(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, ptr %6, ptr %7, i64 %8) {
  %10 = alloca [256 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %10, i8 0, i64 2048, i1 false)
  %11 = shl i64 %5, 3
  %12 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %13

13:
  %14 = phi i64 [ 0, %9 ], [ %35, %34 ]
  %15 = icmp eq i64 %14, %11
  br i1 %15, label %36, label %16

16:
  %17 = shl nuw i64 1, %14
  %18 = and i64 %17, %2
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %34, label %20

20:
  %21 = tail call ptr @row_of(ptr %0, ptr %1, i64 %14, ptr %7, i64 %8, i64 %3)
  %22 = shl i64 %14, 6
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 %22
  br label %24

24:
  %25 = phi i64 [ 0, %20 ], [ %33, %27 ]
  %26 = icmp eq i64 %25, 8
  br i1 %26, label %34, label %27

27:
  %28 = shl nuw nsw i64 %25, 1
  %29 = getelementptr inbounds nuw i8, ptr %21, i64 %28
  %30 = load i64, ptr %12, align 8
  %31 = tail call i64 @element_at(ptr %29, i64 %30)
  %32 = getelementptr inbounds nuw i64, ptr %23, i64 %25
  store i64 %31, ptr %32, align 8
  %33 = add nuw nsw i64 %25, 1
  br label %24

34:
  %35 = add nuw i64 %14, 1
  br label %13

36:
  %37 = phi i64 [ %44, %41 ], [ %4, %13 ]
  %38 = phi i64 [ %45, %41 ], [ 0, %13 ]
  %39 = icmp eq i64 %38, %5
  br i1 %39, label %40, label %41

40:
  ret void

41:
  %42 = shl i64 %38, 9
  %43 = getelementptr inbounds nuw i8, ptr %10, i64 %42
  %44 = call i64 @scatter(ptr %1, i64 %2, i64 %37, ptr %6, ptr %43)
  %45 = add i64 %38, 1
  br label %36
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
  tail call void @record_access(ptr %0, ptr %9, i64 %5, i64 %4)
  br label %15

15:
  ret ptr %12
}

declare i64 @element_at(ptr, i64)

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
  %24 = phi i64 [ %46, %45 ], [ 0, %15 ]
  %25 = icmp eq i64 %24, %16
  br i1 %25, label %26, label %27

26:
  ret void

27:
  %28 = shl nuw i64 1, %24
  %29 = and i64 %28, %2
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %45, label %31

31:
  %32 = call ptr @row_of(ptr %0, ptr %1, i64 %24, ptr %7, i64 %8, i64 %3)
  %33 = shl i64 %24, 6
  %34 = getelementptr inbounds nuw i8, ptr %10, i64 %33
  br label %35

35:
  %36 = phi i64 [ 0, %31 ], [ %44, %38 ]
  %37 = icmp eq i64 %36, 8
  br i1 %37, label %45, label %38

38:
  %39 = shl nuw nsw i64 %36, 1
  %40 = getelementptr inbounds nuw i8, ptr %32, i64 %39
  %41 = load i64, ptr %17, align 8
  %42 = getelementptr inbounds nuw i64, ptr %34, i64 %36
  %43 = load i64, ptr %42, align 8
  call void @put_element(ptr %40, i64 %41, i64 %43)
  %44 = add nuw nsw i64 %36, 1
  br label %35

45:
  %46 = add nuw i64 %24, 1
  br label %23
}

declare i64 @gather(ptr, i64, i64, ptr, ptr)

declare void @put_element(ptr, i64, i64)

define internal void @matrix_turn(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = alloca [64 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %6, i8 0, i64 512, i1 false)
  %7 = call i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %6)
  %8 = call i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %4, ptr %6)
  ret void
}

declare void @record_access(ptr, ptr, i64, i64)
