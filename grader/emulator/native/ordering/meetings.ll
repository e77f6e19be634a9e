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
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 144
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
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 144
  %5 = load ptr, ptr %4, align 8
  tail call void @absorb(ptr %0, ptr %1, ptr %5)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 152
  %8 = load ptr, ptr %7, align 8
  tail call void @absorb(ptr %0, ptr %6, ptr %8)
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 160
  %11 = load ptr, ptr %10, align 8
  tail call void @absorb(ptr %0, ptr %9, ptr %11)
  ret void
}

declare void @own_row(ptr, ptr)

declare i64 @next_moment(ptr)

define internal void @join(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = load ptr, ptr %1, align 8
  tail call void @mark_row(ptr %0, ptr %5, ptr %2, i64 %3)
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 144
  tail call void @give(ptr %0, ptr %6, ptr %1)
  ret void
}

define internal void @order_barrier(ptr %0, i64 %1) {
  %3 = tail call ptr @arrivals_at(ptr %0, i64 %1, i64 0)
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load i64, ptr @frame_bytes, align 8
  br label %8

8:
  %9 = phi i64 [ 0, %2 ], [ %21, %20 ]
  %10 = load i64, ptr %5, align 8
  %11 = icmp ult i64 %9, %10
  br i1 %11, label %14, label %12

12:
  tail call void @own_row(ptr %0, ptr %4)
  %13 = tail call i64 @next_moment(ptr %0)
  br label %22

14:
  %15 = tail call i1 @waits_at(ptr %0, i64 %9, i64 %1)
  br i1 %15, label %16, label %20

16:
  %17 = load ptr, ptr %6, align 8
  %18 = mul i64 %7, %9
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 %18
  tail call void @gather_from(ptr %0, ptr %4, ptr %19)
  br label %20

20:
  %21 = add nuw i64 %9, 1
  br label %8

22:
  %23 = phi i64 [ 0, %12 ], [ %34, %33 ]
  %24 = load i64, ptr %5, align 8
  %25 = icmp ult i64 %23, %24
  br i1 %25, label %27, label %26

26:
  tail call void @dissolve(ptr %0, ptr %4)
  ret void

27:
  %28 = tail call i1 @waits_at(ptr %0, i64 %23, i64 %1)
  br i1 %28, label %29, label %33

29:
  %30 = load ptr, ptr %6, align 8
  %31 = mul i64 %7, %23
  %32 = getelementptr inbounds nuw i8, ptr %30, i64 %31
  tail call void @join(ptr %0, ptr %4, ptr %32, i64 %13)
  br label %33

33:
  %34 = add nuw i64 %23, 1
  br label %22
}

declare ptr @arrivals_at(ptr, i64, i64)

declare i1 @waits_at(ptr, i64, i64)

define internal void @order_block(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @causal, align 8
  %5 = icmp eq i64 %4, 0
  %6 = load i64, ptr @frame_bytes, align 8
  br i1 %5, label %26, label %7

7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %11

11:
  %12 = phi i64 [ %25, %24 ], [ 0, %7 ]
  %13 = load i64, ptr %8, align 8
  %14 = icmp ult i64 %12, %13
  br i1 %14, label %15, label %26

15:
  %16 = load ptr, ptr %9, align 8
  %17 = getelementptr inbounds nuw i64, ptr %16, i64 %12
  %18 = load i64, ptr %17, align 8
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %24

20:
  %21 = load ptr, ptr %10, align 8
  %22 = mul i64 %6, %12
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 %22
  tail call void @gather_from(ptr %0, ptr %3, ptr %23)
  br label %24

24:
  %25 = add nuw i64 %12, 1
  br label %11

26:
  %27 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %28 = getelementptr inbounds nuw i8, ptr %0, i64 88
  %29 = getelementptr inbounds nuw i8, ptr %0, i64 80
  br label %30

30:
  %31 = phi i64 [ 0, %26 ], [ %46, %45 ]
  %32 = load i64, ptr %27, align 8
  %33 = icmp ult i64 %31, %32
  br i1 %33, label %35, label %34

34:
  tail call void @dissolve(ptr %0, ptr %3)
  ret void

35:
  %36 = load ptr, ptr %28, align 8
  %37 = getelementptr inbounds nuw i64, ptr %36, i64 %31
  %38 = load i64, ptr %37, align 8
  %39 = icmp sgt i64 %38, 0
  br i1 %39, label %40, label %45

40:
  %41 = load ptr, ptr %29, align 8
  %42 = mul i64 %6, %31
  %43 = getelementptr inbounds nuw i8, ptr %41, i64 %42
  %44 = getelementptr inbounds nuw i8, ptr %43, i64 144
  tail call void @give(ptr %0, ptr %44, ptr %3)
  br label %45

45:
  %46 = add nuw i64 %31, 1
  br label %30
}

define internal void @order_phase(ptr %0) {
  tail call void @order_block(ptr %0)
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 96
  %5 = load i64, ptr %4, align 8
  %6 = inttoptr i64 %5 to ptr
  tail call void @set_row(ptr %0, ptr %6, ptr null)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 208
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 520
  %9 = load i64, ptr @frame_bytes, align 8
  br label %10

10:
  %11 = phi i64 [ 0, %1 ], [ %22, %15 ]
  %12 = load i64, ptr %7, align 8
  %13 = icmp ult i64 %11, %12
  br i1 %13, label %15, label %14

14:
  ret void

15:
  %16 = load ptr, ptr %8, align 8
  %17 = ptrtoint ptr %16 to i64
  %18 = load ptr, ptr %2, align 8
  %19 = mul i64 %9, %11
  %20 = getelementptr inbounds nuw i8, ptr %18, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 96
  store i64 %17, ptr %21, align 8
  %22 = add nuw i64 %11, 1
  br label %10
}

declare void @set_row(ptr, ptr, ptr)

define internal void @note_arrival(ptr %0, ptr %1, ptr %2) {
  tail call void @gather_from(ptr %0, ptr %2, ptr %1)
  tail call void @own_row(ptr %0, ptr %2)
  %4 = load ptr, ptr %2, align 8
  %5 = tail call i64 @next_moment(ptr %0)
  tail call void @mark_row(ptr %0, ptr %4, ptr %1, i64 %5)
  ret void
}

declare void @mark_row(ptr, ptr, ptr, i64)

declare void @absorb(ptr, ptr, ptr)
