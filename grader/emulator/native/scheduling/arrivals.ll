%struct.Arrivals = type { i64, %struct.Knowledge, [16 x i64] }
%struct.Knowledge = type { ptr, ptr, ptr }

define internal ptr @arrivals_at(ptr %0, i64 %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %5 = load ptr, ptr %4, align 8
  %6 = mul i64 %1, 1280
  %7 = getelementptr i8, ptr %5, i64 %6
  %8 = getelementptr %struct.Arrivals, ptr %7, i64 %2
  ret ptr %8
}

define internal void @forget_block(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 456
  br label %3

3:
  %4 = phi i64 [ 0, %1 ], [ %15, %14 ]
  %5 = icmp eq i64 %4, 128
  br i1 %5, label %6, label %7

6:
  tail call void @forget_shared(ptr %0)
  ret void

7:
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw %struct.Arrivals, ptr %8, i64 %4
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %14, label %12

12:
  %13 = getelementptr inbounds nuw i8, ptr %9, i64 8
  tail call void @dissolve(ptr %0, ptr %13)
  tail call void @llvm.memset.p0.i64(ptr %9, i8 0, i64 160, i1 false)
  br label %14

14:
  %15 = add nuw nsw i64 %4, 1
  br label %3
}

declare void @dissolve(ptr, ptr)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare void @forget_shared(ptr)

define internal void @arrive(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %6 = load i64, ptr %5, align 8
  %7 = lshr i64 %6, 6
  %8 = and i64 %6, 63
  %9 = shl nuw i64 1, %8
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %11 = load ptr, ptr %10, align 8
  %12 = mul i64 %2, 1280
  %13 = getelementptr i8, ptr %11, i64 %12
  br label %14

14:
  %15 = phi i64 [ 0, %4 ], [ %24, %14 ]
  %16 = getelementptr %struct.Arrivals, ptr %13, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 32
  %18 = getelementptr inbounds nuw i64, ptr %17, i64 %7
  %19 = load i64, ptr %18, align 8
  %20 = and i64 %19, %9
  %21 = icmp ne i64 %20, 0
  %22 = icmp samesign ult i64 %15, 7
  %23 = select i1 %21, i1 %22, i1 false
  %24 = add nuw nsw i64 %15, 1
  br i1 %23, label %14, label %25

25:
  %26 = getelementptr inbounds nuw i64, ptr %17, i64 %7
  %27 = or i64 %19, %9
  store i64 %27, ptr %26, align 8
  %28 = load i64, ptr %16, align 8
  %29 = add i64 %28, 1
  store i64 %29, ptr %16, align 8
  %30 = getelementptr inbounds nuw i8, ptr %16, i64 8
  tail call void @note_arrival(ptr %0, ptr %1, ptr %30)
  %31 = icmp eq i64 %15, 0
  br i1 %31, label %32, label %36

32:
  %33 = load i64, ptr %16, align 8
  %34 = icmp ult i64 %33, %3
  br i1 %34, label %36, label %35

35:
  tail call void @close_barrier(ptr %0, i64 %2)
  br label %36

36:
  ret void
}

declare void @note_arrival(ptr, ptr, ptr)

define internal void @close_barrier(ptr %0, i64 %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 456
  %4 = load ptr, ptr %3, align 8
  %5 = mul i64 %1, 1280
  %6 = getelementptr i8, ptr %4, i64 %5
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  tail call void @dissolve(ptr %0, ptr %7)
  %8 = getelementptr inbounds nuw i8, ptr %6, i64 160
  tail call void @llvm.memmove.p0.p0.i64(ptr %6, ptr %8, i64 1120, i1 false)
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 1120
  tail call void @llvm.memset.p0.i64(ptr %9, i8 0, i64 160, i1 false)
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
