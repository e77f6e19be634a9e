%struct.Event = type { i64, i64, i64, i64, i64, i64 }

define internal void @print(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4, i64 %5, i64 %6) {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 296
  %9 = load i64, ptr %8, align 8
  %10 = add i64 %9, 552
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 304
  %12 = load i64, ptr %11, align 8
  %13 = icmp ugt i64 %10, %12
  br i1 %13, label %14, label %18

14:
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 312
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %16, 1
  store i64 %17, ptr %15, align 8
  br label %42

18:
  %19 = add i64 %3, -171798691840
  %20 = sub i64 %5, %19
  %21 = icmp ult i64 %19, %5
  %22 = tail call i64 @llvm.umin.i64(i64 %20, i64 512)
  %23 = select i1 %21, i64 %22, i64 0
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 288
  %25 = load ptr, ptr %24, align 8
  %26 = getelementptr inbounds nuw i8, ptr %25, i64 %9
  store i64 %2, ptr %26, align 8
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 8
  store i64 %23, ptr %27, align 8
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %29 = load i64, ptr %28, align 8
  %30 = getelementptr inbounds nuw i8, ptr %26, i64 16
  store i64 %29, ptr %30, align 8
  %31 = shl i64 %6, 32
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %33 = load i64, ptr %32, align 8
  %34 = or i64 %33, %31
  %35 = getelementptr inbounds nuw i8, ptr %26, i64 24
  store i64 %34, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %26, i64 32
  %37 = getelementptr inbounds nuw i8, ptr %4, i64 %19
  tail call void @llvm.memcpy.p0.p0.i64(ptr %36, ptr %37, i64 %23, i1 false)
  %38 = add nuw nsw i64 %23, 39
  %39 = and i64 %38, 2040
  %40 = load i64, ptr %8, align 8
  %41 = add i64 %40, %39
  store i64 %41, ptr %8, align 8
  br label %42

42:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @record(ptr %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 344
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %9, %11
  br i1 %12, label %13, label %40

13:
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 352
  %15 = load i64, ptr %14, align 8
  %16 = lshr i64 %1, 5
  %17 = shl nuw i64 1, %16
  %18 = and i64 %15, %17
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %40, label %20

20:
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 328
  %22 = load i64, ptr %21, align 8
  %23 = add i64 %22, 1
  store i64 %23, ptr %21, align 8
  %24 = getelementptr inbounds nuw i8, ptr %0, i64 336
  %25 = load i64, ptr %24, align 8
  %26 = icmp ult i64 %22, %25
  br i1 %26, label %27, label %40

27:
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 320
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw %struct.Event, ptr %29, i64 %22
  %31 = getelementptr inbounds nuw i8, ptr %0, i64 360
  %32 = load i64, ptr %31, align 8
  %33 = shl i64 %32, 32
  %34 = or i64 %33, %1
  store i64 %34, ptr %30, align 8
  %35 = getelementptr inbounds nuw i8, ptr %30, i64 8
  store i64 %2, ptr %35, align 8
  %36 = getelementptr inbounds nuw i8, ptr %30, i64 16
  store i64 %3, ptr %36, align 8
  %37 = getelementptr inbounds nuw i8, ptr %30, i64 24
  store i64 %4, ptr %37, align 8
  %38 = getelementptr inbounds nuw i8, ptr %30, i64 32
  store i64 %5, ptr %38, align 8
  %39 = getelementptr inbounds nuw i8, ptr %30, i64 40
  store i64 %6, ptr %39, align 8
  br label %40

40:
  ret void
}

define internal void @record_access(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 376
  %10 = load i64, ptr %9, align 8
  %11 = add i64 %10, %4
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 384
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 392
  %15 = load i64, ptr %14, align 8
  %16 = shl i64 %15, 32
  %17 = or i64 %16, %13
  tail call void @record(ptr %0, i64 %8, i64 %2, i64 %3, i64 %11, i64 %17, i64 %5)
  ret void
}

declare i64 @llvm.umin.i64(i64, i64)
