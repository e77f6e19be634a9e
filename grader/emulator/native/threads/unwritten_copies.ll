@local_granule_shift = external constant i64, align 8
@local_bytes = external constant i64, align 8
@local_stride = external constant i64, align 8
@local_write = external constant i64, align 8

define internal i32 @mark_loaded(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) {
  %6 = add i64 %2, -171798691840
  %7 = load i64, ptr @local_bytes, align 8
  %8 = icmp ult i64 %6, %7
  %9 = add i64 %3, %6
  %10 = icmp ule i64 %9, %7
  %11 = and i1 %8, %10
  br i1 %11, label %12, label %69

12:
  %13 = trunc i64 %4 to i32
  %14 = add i32 %13, 2
  %15 = load i64, ptr @local_granule_shift, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = lshr i64 %6, %15
  %18 = load i64, ptr @local_stride, align 8
  %19 = load i64, ptr @local_write, align 8
  %20 = getelementptr inbounds nuw i8, ptr %0, i64 16
  br label %21

21:
  %22 = phi i32 [ 0, %12 ], [ %66, %65 ]
  %23 = phi i32 [ %14, %12 ], [ %67, %65 ]
  %24 = phi i1 [ true, %12 ], [ %52, %65 ]
  %25 = phi i64 [ 0, %12 ], [ %68, %65 ]
  %26 = shl i64 %25, %15
  %27 = icmp ult i64 %26, %3
  br i1 %27, label %43, label %28

28:
  %29 = icmp ult i64 %3, 8
  %30 = trunc i64 %3 to i32
  %31 = shl nsw i32 -1, %30
  %32 = xor i32 %31, -1
  %33 = shl i32 %32, 24
  %34 = select i1 %29, i32 %33, i32 -16777216
  %35 = icmp ne i32 %22, 0
  %36 = icmp ult i64 %3, 9
  %37 = select i1 %36, i1 true, i1 %24
  %38 = select i1 %35, i1 %37, i1 false
  %39 = icmp eq i32 %22, %34
  %40 = select i1 %39, i32 -16777216, i32 %22
  %41 = or i32 %40, %23
  %42 = select i1 %38, i32 %41, i32 0
  br label %69

43:
  %44 = load ptr, ptr %16, align 8
  %45 = add i64 %17, %25
  %46 = mul i64 %18, %45
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 %46
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 %19
  %49 = load i64, ptr %48, align 8
  %50 = load i64, ptr %20, align 8
  %51 = icmp ult i64 %49, %50
  %52 = and i1 %24, %51
  br i1 %51, label %53, label %65

53:
  %54 = tail call i32 @bytes_of(i64 %25, i64 %3)
  %55 = or i32 %54, %22
  %56 = lshr i64 %49, 16
  %57 = add i64 %50, -4294967296
  %58 = lshr i64 %57, 16
  %59 = or i64 %58, 65535
  %60 = icmp eq i64 %56, %59
  %61 = trunc i64 %49 to i32
  %62 = and i32 %61, 65535
  %63 = add nuw nsw i32 %62, 1048578
  %64 = select i1 %60, i32 %63, i32 %23
  br label %65

65:
  %66 = phi i32 [ %55, %53 ], [ %22, %43 ]
  %67 = phi i32 [ %64, %53 ], [ %23, %43 ]
  %68 = add i64 %25, 1
  br label %21

69:
  %70 = phi i32 [ %42, %28 ], [ 0, %5 ]
  ret i32 %70
}

define internal i32 @bytes_of(i64 %0, i64 %1) {
  %3 = load i64, ptr @local_granule_shift, align 8
  %4 = shl nuw i64 1, %3
  %5 = shl i64 %0, %3
  %6 = tail call i64 @llvm.umin.i64(i64 %4, i64 %1)
  %7 = icmp ugt i64 %1, 8
  %8 = shl nsw i64 -1, %6
  %9 = xor i64 %8, -1
  %10 = shl i64 %9, %5
  %11 = trunc i64 %10 to i32
  %12 = shl i32 %11, 24
  %13 = select i1 %7, i32 -16777216, i32 %12
  ret i32 %13
}

define internal void @mark_stored(ptr %0, ptr %1, i64 %2, i64 %3, i32 %4) {
  %6 = add i64 %2, -171798691840
  %7 = load i64, ptr @local_bytes, align 8
  %8 = icmp ult i64 %6, %7
  %9 = add i64 %3, %6
  %10 = icmp ule i64 %9, %7
  %11 = and i1 %8, %10
  br i1 %11, label %12, label %49

12:
  %13 = and i32 %4, 1048576
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %23, label %15

15:
  %16 = add nsw i32 %4, -2
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = and i64 %19, -4294967296
  %21 = add i64 %20, -65536
  %22 = or i64 %21, %17
  br label %23

23:
  %24 = phi i64 [ %22, %15 ], [ 0, %12 ]
  %25 = load i64, ptr @local_granule_shift, align 8
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %28 = lshr i64 %6, %25
  %29 = load i64, ptr @local_stride, align 8
  %30 = load i64, ptr @local_write, align 8
  br label %31

31:
  %32 = phi i64 [ 0, %23 ], [ %48, %41 ]
  %33 = shl i64 %32, %25
  %34 = icmp ult i64 %33, %3
  br i1 %34, label %35, label %49

35:
  %36 = tail call i32 @bytes_of(i64 %32, i64 %3)
  %37 = and i32 %36, %4
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %39, label %41

39:
  %40 = load i64, ptr %26, align 8
  br label %41

41:
  %42 = phi i64 [ %40, %39 ], [ %24, %35 ]
  %43 = load ptr, ptr %27, align 8
  %44 = add i64 %28, %32
  %45 = mul i64 %29, %44
  %46 = getelementptr inbounds nuw i8, ptr %43, i64 %45
  %47 = getelementptr inbounds nuw i8, ptr %46, i64 %30
  store i64 %42, ptr %47, align 8
  %48 = add i64 %32, 1
  br label %31

49:
  ret void
}

declare i64 @llvm.umin.i64(i64, i64)
