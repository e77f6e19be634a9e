@frame_bytes = external constant i64, align 8

define internal void @warp_shuffle(ptr %0, i64 %1, i64 %2) {
  %4 = load i64, ptr @frame_bytes, align 8
  %5 = icmp eq i64 %2, 0
  br label %6

6:
  %7 = phi i64 [ 0, %3 ], [ %60, %59 ]
  %8 = lshr i64 %1, %7
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %11

10:
  ret void

11:
  %12 = and i64 %8, 1
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %59, label %14

14:
  %15 = mul i64 %4, %7
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 88
  %18 = load i64, ptr %17, align 8
  %19 = and i64 %18, 31
  %20 = getelementptr inbounds nuw i8, ptr %16, i64 96
  %21 = load i64, ptr %20, align 8
  %22 = lshr i64 %21, 8
  %23 = and i64 %22, 31
  %24 = and i64 %23, %7
  %25 = and i64 %21, 31
  %26 = xor i64 %23, -1
  %27 = and i64 %25, %26
  %28 = or i64 %24, %27
  br i1 %5, label %29, label %31

29:
  %30 = sub i64 %7, %19
  br label %39

31:
  switch i64 %2, label %36 [
    i64 1, label %32
    i64 2, label %34
  ]

32:
  %33 = add i64 %19, %7
  br label %39

34:
  %35 = xor i64 %19, %7
  br label %39

36:
  %37 = and i64 %19, %26
  %38 = or i64 %24, %37
  br label %39

39:
  %40 = phi i64 [ %30, %29 ], [ %33, %32 ], [ %35, %34 ], [ %38, %36 ]
  %41 = icmp sge i64 %40, %28
  %42 = icmp sle i64 %40, %28
  %43 = select i1 %5, i1 %41, i1 %42
  %44 = select i1 %43, i64 %40, i64 %7
  %45 = shl nuw i64 1, %44
  %46 = and i64 %45, %1
  %47 = icmp eq i64 %46, 0
  %48 = select i1 %47, i64 %7, i64 %44
  %49 = mul i64 %48, %4
  %50 = getelementptr inbounds nuw i8, ptr %0, i64 %49
  %51 = getelementptr inbounds nuw i8, ptr %50, i64 80
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds nuw i8, ptr %16, i64 104
  store i64 %52, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %50, i64 120
  %55 = load i64, ptr %54, align 8
  %56 = getelementptr inbounds nuw i8, ptr %16, i64 128
  store i64 %55, ptr %56, align 8
  %57 = zext i1 %43 to i64
  %58 = getelementptr inbounds nuw i8, ptr %16, i64 112
  store i64 %57, ptr %58, align 8
  br label %59

59:
  %60 = add i64 %7, 1
  br label %6
}

define internal void @warp_vote(ptr %0, i64 %1, i64 %2) {
  %4 = tail call i64 @who_has(ptr %0, i64 %1, i64 0)
  %5 = xor i64 %4, -1
  %6 = and i64 %1, %5
  switch i64 %2, label %11 [
    i64 0, label %18
    i64 1, label %7
    i64 2, label %9
  ]

7:
  %8 = icmp eq i64 %4, 0
  br label %15

9:
  %10 = icmp ne i64 %6, 0
  br label %15

11:
  %12 = icmp eq i64 %4, 0
  %13 = icmp eq i64 %6, 0
  %14 = select i1 %12, i1 true, i1 %13
  br label %15

15:
  %16 = phi i1 [ %8, %7 ], [ %10, %9 ], [ %14, %11 ]
  %17 = zext i1 %16 to i64
  br label %18

18:
  %19 = phi i64 [ %17, %15 ], [ %6, %3 ]
  tail call void @give_all(ptr %0, i64 %1, i64 %19)
  ret void
}

define internal i64 @who_has(ptr %0, i64 %1, i64 %2) {
  %4 = load i64, ptr @frame_bytes, align 8
  br label %5

5:
  %6 = phi i64 [ 0, %3 ], [ %24, %23 ]
  %7 = phi i64 [ 0, %3 ], [ %25, %23 ]
  %8 = lshr i64 %1, %7
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %11

10:
  ret i64 %6

11:
  %12 = and i64 %8, 1
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %23, label %14

14:
  %15 = mul i64 %4, %7
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %18 = load i64, ptr %17, align 8
  %19 = icmp eq i64 %18, %2
  %20 = zext i1 %19 to i64
  %21 = shl nuw i64 %20, %7
  %22 = or i64 %21, %6
  br label %23

23:
  %24 = phi i64 [ %22, %14 ], [ %6, %11 ]
  %25 = add i64 %7, 1
  br label %5
}

define internal void @give_all(ptr %0, i64 %1, i64 %2) {
  %4 = load i64, ptr @frame_bytes, align 8
  br label %5

5:
  %6 = phi i64 [ 0, %3 ], [ %18, %17 ]
  %7 = lshr i64 %1, %6
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %10

9:
  ret void

10:
  %11 = and i64 %7, 1
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %17, label %13

13:
  %14 = mul i64 %4, %6
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 104
  store i64 %2, ptr %16, align 8
  br label %17

17:
  %18 = add i64 %6, 1
  br label %5
}

define internal void @warp_match(ptr %0, i64 %1, i64 %2) {
  %4 = load i64, ptr @frame_bytes, align 8
  %5 = icmp eq i64 %2, 0
  br label %6

6:
  %7 = phi i64 [ 0, %3 ], [ %27, %26 ]
  %8 = lshr i64 %1, %7
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %10, label %11

10:
  ret void

11:
  %12 = and i64 %8, 1
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %26, label %14

14:
  %15 = mul i64 %4, %7
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %15
  %17 = getelementptr inbounds nuw i8, ptr %16, i64 80
  %18 = load i64, ptr %17, align 8
  %19 = tail call i64 @who_has(ptr %0, i64 %1, i64 %18)
  %20 = icmp eq i64 %19, %1
  %21 = select i1 %20, i64 %1, i64 0
  %22 = select i1 %5, i64 %19, i64 %21
  %23 = getelementptr inbounds nuw i8, ptr %16, i64 104
  store i64 %22, ptr %23, align 8
  %24 = zext i1 %20 to i64
  %25 = getelementptr inbounds nuw i8, ptr %16, i64 112
  store i64 %24, ptr %25, align 8
  br label %26

26:
  %27 = add i64 %7, 1
  br label %6
}

define internal void @warp_reduce(ptr %0, i64 %1, i64 %2) {
  %4 = load i64, ptr @frame_bytes, align 8
  %5 = and i64 %2, -3
  %6 = icmp eq i64 %5, 5
  %7 = and i64 %2, -2
  %8 = icmp ne i64 %7, 4
  br label %9

9:
  %10 = phi i64 [ 0, %3 ], [ %44, %41 ]
  %11 = phi i32 [ 0, %3 ], [ %42, %41 ]
  %12 = phi i1 [ true, %3 ], [ %43, %41 ]
  %13 = lshr i64 %1, %10
  %14 = icmp eq i64 %13, 0
  br i1 %14, label %15, label %17

15:
  %16 = zext i32 %11 to i64
  tail call void @give_all(ptr %0, i64 %1, i64 %16)
  ret void

17:
  %18 = and i64 %13, 1
  %19 = icmp eq i64 %18, 0
  br i1 %19, label %41, label %20

20:
  %21 = mul i64 %4, %10
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 %21
  %23 = getelementptr inbounds nuw i8, ptr %22, i64 80
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i32
  %26 = icmp sgt i32 %11, %25
  %27 = icmp ugt i32 %11, %25
  %28 = select i1 %6, i1 %26, i1 %27
  br i1 %12, label %41, label %29

29:
  switch i64 %2, label %38 [
    i64 0, label %30
    i64 1, label %32
    i64 2, label %34
    i64 3, label %36
  ]

30:
  %31 = add i32 %11, %25
  br label %41

32:
  %33 = and i32 %11, %25
  br label %41

34:
  %35 = or i32 %11, %25
  br label %41

36:
  %37 = xor i32 %11, %25
  br label %41

38:
  %39 = xor i1 %8, %28
  %40 = select i1 %39, i32 %25, i32 %11
  br label %41

41:
  %42 = phi i32 [ %11, %17 ], [ %40, %38 ], [ %31, %30 ], [ %33, %32 ], [ %35, %34 ], [ %37, %36 ], [ %25, %20 ]
  %43 = phi i1 [ %12, %17 ], [ false, %38 ], [ false, %30 ], [ false, %32 ], [ false, %34 ], [ false, %36 ], [ false, %20 ]
  %44 = add i64 %10, 1
  br label %9
}

define internal void @warp_elect(ptr %0, i64 %1) {
  %3 = tail call i64 @llvm.cttz.i64(i64 %1, i1 true)
  %4 = load i64, ptr @frame_bytes, align 8
  br label %5

5:
  %6 = phi i64 [ 0, %2 ], [ %21, %20 ]
  %7 = lshr i64 %1, %6
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %9, label %10

9:
  ret void

10:
  %11 = and i64 %7, 1
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %20, label %13

13:
  %14 = mul i64 %4, %6
  %15 = getelementptr inbounds nuw i8, ptr %0, i64 %14
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 104
  store i64 %3, ptr %16, align 8
  %17 = icmp eq i64 %6, %3
  %18 = zext i1 %17 to i64
  %19 = getelementptr inbounds nuw i8, ptr %15, i64 112
  store i64 %18, ptr %19, align 8
  br label %20

20:
  %21 = add i64 %6, 1
  br label %5
}

declare i64 @llvm.cttz.i64(i64, i1)

define internal void @warp_active(ptr %0, i64 %1) {
  tail call void @give_all(ptr %0, i64 %1, i64 %1)
  ret void
}
