@local_granule_shift = external constant i64, align 8
@local_bytes = external constant i64, align 8
@local_stride = external constant i64, align 8
@local_write = external constant i64, align 8

define internal void @move_written(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6) {
  %8 = add i64 %2, -171798691840
  %9 = load i64, ptr @local_bytes, align 8
  %10 = icmp ult i64 %8, %9
  %11 = add i64 %4, %8
  %12 = icmp ule i64 %11, %9
  %13 = and i1 %10, %12
  br i1 %13, label %14, label %58

14:
  %15 = add i64 %3, -171798691840
  %16 = icmp ult i64 %15, %9
  %17 = add i64 %4, %15
  %18 = icmp ule i64 %17, %9
  %19 = and i1 %16, %18
  %20 = load i64, ptr @local_granule_shift, align 8
  %21 = shl nuw i64 1, %20
  %22 = add i64 %4, -1
  %23 = add i64 %22, %21
  %24 = lshr i64 %23, %20
  %25 = lshr i64 %8, %20
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %27 = load i64, ptr @local_stride, align 8
  %28 = load i64, ptr @local_write, align 8
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %30 = lshr i64 %15, %20
  br label %31

31:
  %32 = phi i1 [ true, %14 ], [ %49, %56 ]
  %33 = phi i64 [ 0, %14 ], [ %57, %56 ]
  %34 = icmp eq i64 %33, %24
  br i1 %34, label %35, label %40

35:
  %36 = icmp ugt i64 %4, 1
  %37 = xor i1 %19, true
  %38 = and i1 %36, %37
  %39 = and i1 %38, %32
  tail call void @report_if(i1 %39, ptr %0, ptr %1, i64 %5, i64 %8, i64 0, i64 0, i64 %6)
  br label %58

40:
  %41 = add i64 %33, %25
  %42 = load ptr, ptr %26, align 8
  %43 = mul i64 %27, %41
  %44 = getelementptr inbounds nuw i8, ptr %42, i64 %43
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 %28
  %46 = load i64, ptr %45, align 8
  %47 = load i64, ptr %29, align 8
  %48 = icmp ult i64 %46, %47
  %49 = and i1 %32, %48
  %50 = and i1 %19, %48
  br i1 %50, label %51, label %56

51:
  %52 = add i64 %33, %30
  %53 = mul i64 %27, %52
  %54 = getelementptr inbounds nuw i8, ptr %42, i64 %53
  %55 = getelementptr inbounds nuw i8, ptr %54, i64 %28
  store i64 0, ptr %55, align 8
  br label %56

56:
  %57 = add i64 %33, 1
  br label %31

58:
  ret void
}

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)
