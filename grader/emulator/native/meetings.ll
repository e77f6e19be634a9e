%struct.Knowledge = type { ptr, ptr, ptr }

@causal = external constant i64, align 8
@frame_bytes = external constant i64, align 8

define internal void @dissolve(ptr %0, ptr %1) {
  %3 = alloca %struct.Knowledge, align 8
  call void @llvm.memset.p0.i64(ptr %3, i8 0, i64 24, i1 false)
  call void @give(ptr %0, ptr %1, ptr %3)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @give(ptr %0, ptr %1, ptr %2) {
  %4 = load ptr, ptr %2, align 8
  tail call void @set_row(ptr %0, ptr %1, ptr %4)
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %7 = load ptr, ptr %6, align 8
  tail call void @set_row(ptr %0, ptr %5, ptr %7)
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %9 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %10 = load ptr, ptr %9, align 8
  tail call void @set_row(ptr %0, ptr %8, ptr %10)
  ret void
}

define internal void @forget_thread(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 128
  tail call void @dissolve(ptr %0, ptr %3)
  ret void
}

define internal void @order_warp(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %5 = load ptr, ptr %4, align 8
  %6 = load i64, ptr @frame_bytes, align 8
  br label %7

7:
  %8 = phi i64 [ 0, %3 ], [ %20, %19 ]
  %9 = icmp eq i64 %8, 32
  br i1 %9, label %10, label %12

10:
  tail call void @own_row(ptr %0, ptr %5)
  %11 = tail call i64 @next_moment(ptr %0)
  br label %21

12:
  %13 = shl nuw nsw i64 1, %8
  %14 = and i64 %13, %2
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %19, label %16

16:
  %17 = mul i64 %6, %8
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 %17
  tail call void @gather_from(ptr %0, ptr %5, ptr %18)
  br label %19

19:
  %20 = add nuw nsw i64 %8, 1
  br label %7

21:
  %22 = phi i64 [ 0, %10 ], [ %33, %32 ]
  %23 = icmp eq i64 %22, 32
  br i1 %23, label %24, label %25

24:
  tail call void @dissolve(ptr %0, ptr %5)
  ret void

25:
  %26 = shl nuw nsw i64 1, %22
  %27 = and i64 %26, %2
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %32, label %29

29:
  %30 = mul i64 %6, %22
  %31 = getelementptr inbounds nuw i8, ptr %1, i64 %30
  tail call void @join(ptr %0, ptr %5, ptr %31, i64 %11)
  br label %32

32:
  %33 = add nuw nsw i64 %22, 1
  br label %21
}

define internal void @gather_from(ptr %0, ptr %1, ptr %2) {
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 128
  %5 = load ptr, ptr %4, align 8
  tail call void @absorb(ptr %0, ptr %1, ptr %5)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 136
  %8 = load ptr, ptr %7, align 8
  tail call void @absorb(ptr %0, ptr %6, ptr %8)
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 144
  %11 = load ptr, ptr %10, align 8
  tail call void @absorb(ptr %0, ptr %9, ptr %11)
  ret void
}

declare void @own_row(ptr, ptr)

declare i64 @next_moment(ptr)

define internal void @join(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = load ptr, ptr %1, align 8
  tail call void @mark_row(ptr %0, ptr %5, ptr %2, i64 %3)
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 128
  tail call void @give(ptr %0, ptr %6, ptr %1)
  ret void
}

define internal void @order_barrier(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) {
  %6 = tail call ptr @arrivals_at(ptr %0, i64 %4, i64 0)
  %7 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %8 = load i64, ptr @frame_bytes, align 8
  br label %9

9:
  %10 = phi i64 [ 0, %5 ], [ %20, %19 ]
  %11 = icmp eq i64 %10, %3
  br i1 %11, label %12, label %14

12:
  tail call void @own_row(ptr %0, ptr %7)
  %13 = tail call i64 @next_moment(ptr %0)
  br label %21

14:
  %15 = tail call i1 @waits_at(ptr %1, ptr %2, i64 %10, i64 %4)
  br i1 %15, label %16, label %19

16:
  %17 = mul i64 %8, %10
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 %17
  tail call void @gather_from(ptr %0, ptr %7, ptr %18)
  br label %19

19:
  %20 = add i64 %10, 1
  br label %9

21:
  %22 = phi i64 [ 0, %12 ], [ %31, %30 ]
  %23 = icmp eq i64 %22, %3
  br i1 %23, label %24, label %25

24:
  tail call void @dissolve(ptr %0, ptr %7)
  ret void

25:
  %26 = tail call i1 @waits_at(ptr %1, ptr %2, i64 %22, i64 %4)
  br i1 %26, label %27, label %30

27:
  %28 = mul i64 %8, %22
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 %28
  tail call void @join(ptr %0, ptr %7, ptr %29, i64 %13)
  br label %30

30:
  %31 = add i64 %22, 1
  br label %21
}

declare ptr @arrivals_at(ptr, i64, i64)

declare i1 @waits_at(ptr, ptr, i64, i64)

define internal void @order_block(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %6 = load ptr, ptr %5, align 8
  %7 = load i64, ptr @causal, align 8
  %8 = icmp eq i64 %7, 0
  %9 = load i64, ptr @frame_bytes, align 8
  br i1 %8, label %10, label %11

10:
  br label %23

11:
  %12 = phi i64 [ %22, %21 ], [ 0, %4 ]
  %13 = icmp eq i64 %12, %3
  br i1 %13, label %10, label %14

14:
  %15 = getelementptr inbounds nuw i64, ptr %2, i64 %12
  %16 = load i64, ptr %15, align 8
  %17 = icmp sgt i64 %16, 0
  br i1 %17, label %18, label %21

18:
  %19 = mul i64 %9, %12
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 %19
  tail call void @gather_from(ptr %0, ptr %6, ptr %20)
  br label %21

21:
  %22 = add i64 %12, 1
  br label %11

23:
  %24 = phi i64 [ %36, %35 ], [ 0, %10 ]
  %25 = icmp eq i64 %24, %3
  br i1 %25, label %26, label %27

26:
  tail call void @dissolve(ptr %0, ptr %6)
  ret void

27:
  %28 = getelementptr inbounds nuw i64, ptr %2, i64 %24
  %29 = load i64, ptr %28, align 8
  %30 = icmp sgt i64 %29, 0
  br i1 %30, label %31, label %35

31:
  %32 = mul i64 %9, %24
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 %32
  %34 = getelementptr inbounds nuw i8, ptr %33, i64 128
  tail call void @give(ptr %0, ptr %34, ptr %6)
  br label %35

35:
  %36 = add i64 %24, 1
  br label %23
}

define internal void @note_arrival(ptr %0, ptr %1, ptr %2) {
  tail call void @gather_from(ptr %0, ptr %2, ptr %1)
  tail call void @own_row(ptr %0, ptr %2)
  %4 = load ptr, ptr %2, align 8
  %5 = tail call i64 @next_moment(ptr %0)
  tail call void @mark_row(ptr %0, ptr %4, ptr %1, i64 %5)
  ret void
}

declare void @mark_row(ptr, ptr, ptr, i64)

declare void @set_row(ptr, ptr, ptr)

declare void @absorb(ptr, ptr, ptr)
