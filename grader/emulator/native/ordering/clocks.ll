define internal void @set_row(ptr %0, ptr %1, ptr %2) {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %2, %4
  br i1 %5, label %28, label %6

6:
  %7 = icmp eq ptr %2, null
  br i1 %7, label %11, label %8

8:
  %9 = load i64, ptr %2, align 8
  %10 = add nsw i64 %9, 1
  store i64 %10, ptr %2, align 8
  br label %11

11:
  store ptr %2, ptr %1, align 8
  %12 = icmp eq ptr %4, null
  br i1 %12, label %28, label %13

13:
  %14 = load i64, ptr %4, align 8
  %15 = add nsw i64 %14, -1
  store i64 %15, ptr %4, align 8
  %16 = icmp eq i64 %15, 0
  br i1 %16, label %17, label %28

17:
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %19 = load ptr, ptr %18, align 8
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %20, ptr %21, align 8
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %23 = load ptr, ptr %22, align 8
  %24 = ptrtoint ptr %4 to i64
  %25 = ptrtoint ptr %23 to i64
  %26 = sub i64 %24, %25
  %27 = load ptr, ptr %18, align 8
  store i64 %26, ptr %27, align 8
  br label %28

28:
  ret void
}

define internal void @absorb(ptr %0, ptr %1, ptr %2) {
  %4 = load ptr, ptr %1, align 8
  %5 = icmp eq ptr %2, null
  br i1 %5, label %21, label %6

6:
  %7 = icmp eq ptr %4, null
  br i1 %7, label %19, label %8

8:
  %9 = tail call i1 @tells_all_of(ptr %4, ptr %2)
  br i1 %9, label %21, label %10

10:
  %11 = tail call i1 @tells_all_of(ptr %2, ptr %4)
  br i1 %11, label %19, label %12

12:
  %13 = load i64, ptr %4, align 8
  %14 = icmp eq i64 %13, 1
  br i1 %14, label %17, label %15

15:
  %16 = tail call ptr @new_row(ptr %0)
  br label %17

17:
  %18 = phi ptr [ %16, %15 ], [ %4, %12 ]
  tail call void @join_rows(ptr %0, ptr %18, ptr %4, ptr %2)
  tail call void @go_on_with(ptr %0, ptr %18, ptr %4)
  br label %19

19:
  %20 = phi ptr [ %18, %17 ], [ %2, %6 ], [ %2, %10 ]
  tail call void @set_row(ptr %0, ptr %1, ptr %20)
  br label %21

21:
  ret void
}

define internal i1 @tells_all_of(ptr %0, ptr %1) {
  %3 = icmp eq ptr %0, %1
  br i1 %3, label %16, label %4

4:
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %6, %8
  br i1 %9, label %10, label %16

10:
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %12 = load i32, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %14 = load i32, ptr %13, align 8
  %15 = icmp ugt i32 %12, %14
  br label %16

16:
  %17 = phi i1 [ true, %2 ], [ false, %4 ], [ %15, %10 ]
  ret i1 %17
}

define internal ptr @new_row(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 472
  %6 = load ptr, ptr %5, align 8
  %7 = icmp eq i64 %4, 0
  br i1 %7, label %12, label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %6, i64 %4
  %10 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %11 = load i64, ptr %10, align 8
  store i64 %11, ptr %3, align 8
  br label %25

12:
  %13 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 480
  %16 = load i64, ptr %15, align 8
  %17 = add i64 %16, %14
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %19 = load i64, ptr %18, align 8
  %20 = icmp ugt i64 %17, %19
  br i1 %20, label %21, label %23

21:
  %22 = getelementptr inbounds nuw i8, ptr %3, i64 56
  store i64 1, ptr %22, align 8
  store i64 1099511627776, ptr %6, align 8
  br label %27

23:
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 %14
  store i64 %17, ptr %13, align 8
  br label %25

25:
  %26 = phi ptr [ %9, %8 ], [ %24, %23 ]
  store i64 0, ptr %26, align 8
  br label %27

27:
  %28 = phi ptr [ %26, %25 ], [ %6, %21 ]
  ret ptr %28
}

define internal void @join_rows(ptr %0, ptr %1, ptr %2, ptr %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 32
  br label %9

9:
  %10 = phi i64 [ 0, %4 ], [ %21, %14 ]
  %11 = load i64, ptr %5, align 8
  %12 = icmp ult i64 %10, %11
  br i1 %12, label %14, label %13

13:
  ret void

14:
  %15 = getelementptr inbounds nuw i32, ptr %6, i64 %10
  %16 = load <8 x i32>, ptr %15, align 4
  %17 = getelementptr inbounds nuw i32, ptr %7, i64 %10
  %18 = load <8 x i32>, ptr %17, align 4
  %19 = tail call <8 x i32> @llvm.umax.v8i32(<8 x i32> %16, <8 x i32> %18)
  %20 = getelementptr inbounds nuw i32, ptr %8, i64 %10
  store <8 x i32> %19, ptr %20, align 4
  %21 = add i64 %10, 8
  br label %9
}

define internal void @go_on_with(ptr %0, ptr %1, ptr %2) {
  %4 = icmp eq ptr %2, null
  br i1 %4, label %9, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 28
  %7 = load i8, ptr %6, align 4
  %8 = trunc nuw i8 %7 to i1
  br i1 %8, label %17, label %9

9:
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %13 = load i64, ptr %12, align 8
  %14 = add i64 %13, 1
  store i64 %14, ptr %12, align 8
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %14, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i32 0, ptr %16, align 8
  br label %27

17:
  %18 = icmp eq ptr %1, %2
  br i1 %18, label %27, label %19

19:
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %21, ptr %22, align 8
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %24 = load i32, ptr %23, align 8
  %25 = add i32 %24, 1
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i32 %25, ptr %26, align 8
  store i8 0, ptr %6, align 4
  br label %27

27:
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 28
  store i8 1, ptr %28, align 4
  ret void
}

define internal void @own_row(ptr %0, ptr %1) {
  %3 = load ptr, ptr %1, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %8, label %5

5:
  %6 = load i64, ptr %3, align 8
  %7 = icmp sgt i64 %6, 1
  br i1 %7, label %8, label %16

8:
  %9 = tail call ptr @new_row(ptr %0)
  br i1 %4, label %11, label %10

10:
  tail call void @join_rows(ptr %0, ptr %9, ptr %3, ptr %3)
  br label %16

11:
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 488
  %14 = load i64, ptr %13, align 8
  %15 = shl i64 %14, 2
  tail call void @llvm.memset.p0.i64(ptr %12, i8 0, i64 %15, i1 false)
  br label %16

16:
  %17 = phi ptr [ %9, %10 ], [ %9, %11 ], [ %3, %5 ]
  tail call void @go_on_with(ptr %0, ptr %17, ptr %3)
  tail call void @set_row(ptr %0, ptr %1, ptr %17)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i64 @next_moment(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %3 = load i64, ptr %2, align 8
  %4 = add i64 %3, 4294967296
  store i64 %4, ptr %2, align 8
  %5 = lshr i64 %4, 32
  ret i64 %5
}

define internal void @mark_row(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = trunc i64 %3 to i32
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %10 = load i64, ptr %9, align 8
  %11 = mul i64 %10, %8
  %12 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr i32, ptr %6, i64 %11
  %15 = getelementptr i32, ptr %14, i64 %13
  store i32 %5, ptr %15, align 4
  ret void
}

define internal void @fence(ptr %0, ptr %1) {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 160
  %5 = load ptr, ptr %4, align 8
  tail call void @absorb(ptr %0, ptr %3, ptr %5)
  tail call void @set_row(ptr %0, ptr %4, ptr null)
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 152
  %7 = load ptr, ptr %3, align 8
  tail call void @set_row(ptr %0, ptr %6, ptr %7)
  tail call void @complete_row(ptr %0, ptr %6, ptr %1)
  ret void
}

define internal void @complete_row(ptr %0, ptr %1, ptr %2) {
  tail call void @own_row(ptr %0, ptr %1)
  %4 = load ptr, ptr %1, align 8
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %6 = load i64, ptr %5, align 8
  %7 = add i64 %6, 4294967296
  store i64 %7, ptr %5, align 8
  %8 = lshr i64 %7, 32
  %9 = trunc nuw i64 %8 to i32
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %12
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = getelementptr i32, ptr %10, i64 %15
  %19 = getelementptr i32, ptr %18, i64 %17
  store i32 %9, ptr %19, align 4
  %20 = load ptr, ptr %1, align 8
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 32
  %22 = load i64, ptr %13, align 8
  %23 = load i64, ptr %11, align 8
  %24 = mul i64 %23, %22
  %25 = getelementptr inbounds nuw i32, ptr %21, i64 %24
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %27 = load i64, ptr %26, align 8
  %28 = lshr i64 %27, 32
  %29 = trunc nuw i64 %28 to i32
  br label %30

30:
  %31 = phi i64 [ %23, %3 ], [ %39, %34 ]
  %32 = phi i64 [ 0, %3 ], [ %38, %34 ]
  %33 = icmp ult i64 %32, %31
  br i1 %33, label %34, label %40

34:
  %35 = getelementptr inbounds nuw i32, ptr %25, i64 %32
  %36 = load i32, ptr %35, align 4
  %37 = tail call i32 @llvm.umax.i32(i32 %36, i32 %29)
  store i32 %37, ptr %35, align 4
  %38 = add nuw i64 %32, 1
  %39 = load i64, ptr %11, align 8
  br label %30

40:
  ret void
}

define internal void @observe(ptr %0, ptr %1, i1 %2) {
  %4 = select i1 %2, i64 144, i64 160
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %7 = load ptr, ptr %6, align 8
  %8 = load ptr, ptr %7, align 8
  tail call void @absorb(ptr %0, ptr %5, ptr %8)
  ret void
}

define internal void @publish(ptr %0, ptr %1, i1 %2, i1 %3) {
  br i1 %3, label %8, label %5

5:
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %7 = load ptr, ptr %6, align 8
  tail call void @set_row(ptr %0, ptr %7, ptr null)
  br label %8

8:
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 528
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 152
  %12 = load ptr, ptr %11, align 8
  tail call void @absorb(ptr %0, ptr %10, ptr %12)
  br i1 %2, label %13, label %18

13:
  %14 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %15 = load ptr, ptr %9, align 8
  %16 = load ptr, ptr %14, align 8
  tail call void @absorb(ptr %0, ptr %15, ptr %16)
  %17 = load ptr, ptr %9, align 8
  tail call void @complete_row(ptr %0, ptr %17, ptr %1)
  br label %18

18:
  ret void
}

define internal i1 @told_by_flag(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 160
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %9 = load i64, ptr %8, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %11, label %15

11:
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %13 = load i64, ptr %12, align 8
  %14 = icmp eq i64 %2, %13
  br label %15

15:
  %16 = phi i1 [ true, %5 ], [ %14, %11 ]
  %17 = icmp ne ptr %7, null
  %18 = select i1 %16, i1 %17, i1 false
  br i1 %18, label %19, label %27

19:
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 32
  %21 = mul i64 %9, %2
  %22 = getelementptr i32, ptr %20, i64 %21
  %23 = getelementptr i32, ptr %22, i64 %3
  %24 = load i32, ptr %23, align 4
  %25 = zext i32 %24 to i64
  %26 = icmp ult i64 %4, %25
  br label %27

27:
  %28 = phi i1 [ %26, %19 ], [ false, %15 ]
  ret i1 %28
}

declare <8 x i32> @llvm.umax.v8i32(<8 x i32>, <8 x i32>)

declare i32 @llvm.umax.i32(i32, i32)
