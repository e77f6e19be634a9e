%struct.Buffer = type { ptr, i64, ptr, i64 }
%struct.Undo = type { ptr, i64, [64 x i8] }

@watched = external constant i64, align 8

define internal i1 @row_shared(ptr %0, ptr %1, ptr %2, i32 %3, i32 %4, ptr %5, i64 %6, i64 %7, i64 %8, i1 %9, ptr %10) {
  %12 = add i64 %7, -4
  %13 = load i64, ptr @watched, align 8
  %14 = icmp eq i64 %13, 0
  %15 = sub i32 %3, %4
  br label %16

16:
  %17 = phi i64 [ 0, %11 ], [ %56, %55 ]
  %18 = lshr i64 %8, %17
  %19 = icmp ne i64 %18, 0
  br i1 %19, label %20, label %57

20:
  %21 = and i64 %18, 1
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %55, label %23

23:
  %24 = getelementptr inbounds nuw i64, ptr %5, i64 %17
  %25 = load i64, ptr %24, align 8
  %26 = add nsw i64 %25, %6
  %27 = sub i64 %12, %25
  %28 = or i64 %27, %25
  %29 = icmp sgt i64 %28, -1
  %30 = and i64 %26, 3
  %31 = icmp eq i64 %30, 0
  %32 = select i1 %29, i1 %31, i1 false
  br i1 %32, label %33, label %57

33:
  br i1 %14, label %49, label %34

34:
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 %26
  %36 = load i32, ptr %35, align 4
  br i1 %9, label %37, label %43

37:
  %38 = icmp ult i32 %36, %3
  br i1 %38, label %39, label %57

39:
  %40 = getelementptr inbounds nuw i8, ptr %2, i64 %26
  %41 = load i32, ptr %40, align 4
  %42 = icmp ult i32 %41, %3
  br i1 %42, label %46, label %57

43:
  %44 = sub i32 %36, %4
  %45 = icmp ult i32 %44, %15
  br i1 %45, label %46, label %57

46:
  %47 = phi ptr [ %2, %43 ], [ %1, %39 ]
  %48 = getelementptr inbounds nuw i8, ptr %47, i64 %26
  store i32 %3, ptr %48, align 4
  br label %49

49:
  %50 = getelementptr inbounds i8, ptr %0, i64 %26
  %51 = getelementptr inbounds nuw i32, ptr %10, i64 %17
  %52 = select i1 %9, ptr %51, ptr %50
  %53 = load i32, ptr %52, align 4
  %54 = select i1 %9, ptr %50, ptr %51
  store i32 %53, ptr %54, align 4
  br label %55

55:
  %56 = add i64 %17, 1
  br label %16

57:
  ret i1 %19
}

define internal i32 @row_global(ptr %0, ptr %1, ptr %2, i64 %3, i1 %4, ptr %5) {
  %7 = select i1 %4, i32 3, i32 2
  %8 = select i1 %4, i8 2, i8 1
  br label %9

9:
  %10 = phi i64 [ 0, %6 ], [ %60, %59 ]
  %11 = lshr i64 %3, %10
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %61, label %13

13:
  %14 = and i64 %11, 1
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %59, label %16

16:
  %17 = getelementptr inbounds nuw i64, ptr %2, i64 %10
  %18 = load i64, ptr %17, align 8
  %19 = lshr i64 %18, 36
  %20 = icmp ult i64 %18, 17592186044416
  %21 = select i1 %20, i64 %19, i64 0
  %22 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %21
  %23 = and i64 %18, 68719476735
  %24 = add nsw i64 %23, -34359738368
  %25 = getelementptr inbounds nuw i32, ptr %5, i64 %10
  %26 = getelementptr inbounds nuw i8, ptr %22, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = sub i64 %27, %23
  %29 = add i64 %28, 34359738364
  %30 = or i64 %29, %24
  %31 = icmp sgt i64 %30, -1
  %32 = and i64 %18, 3
  %33 = icmp eq i64 %32, 0
  %34 = and i1 %33, %31
  br i1 %34, label %35, label %61

35:
  %36 = getelementptr inbounds nuw i8, ptr %22, i64 16
  %37 = load ptr, ptr %36, align 8
  %38 = ashr exact i64 %24, 2
  %39 = getelementptr inbounds i8, ptr %37, i64 %38
  %40 = load i8, ptr %39, align 1
  %41 = zext i8 %40 to i32
  %42 = and i32 %7, %41
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %61

44:
  %45 = getelementptr inbounds nuw i8, ptr %22, i64 24
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  %48 = or i1 %4, %47
  br i1 %48, label %49, label %61

49:
  %50 = or i8 %40, %8
  store i8 %50, ptr %39, align 1
  %51 = load ptr, ptr %22, align 8
  %52 = getelementptr inbounds i8, ptr %51, i64 %24
  br i1 %4, label %53, label %55

53:
  %54 = tail call i1 @remember(ptr %0, ptr %52, i64 4)
  br i1 %54, label %55, label %61

55:
  %56 = phi ptr [ %52, %53 ], [ %25, %49 ]
  %57 = phi ptr [ %25, %53 ], [ %52, %49 ]
  %58 = load i32, ptr %57, align 4
  store i32 %58, ptr %56, align 4
  br label %59

59:
  %60 = add i64 %10, 1
  br label %9

61:
  %62 = phi i32 [ 1, %16 ], [ 1, %53 ], [ 1, %44 ], [ 2, %35 ], [ 0, %9 ]
  ret i32 %62
}

define internal i32 @row_global_8(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5) {
  %7 = lshr i64 %2, 36
  %8 = icmp ult i64 %2, 17592186044416
  %9 = select i1 %8, i64 %7, i64 0
  %10 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %9
  %11 = and i64 %2, 68719476735
  %12 = add nsw i64 %11, -34359738368
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = sub i64 %14, %11
  %16 = add i64 %15, 34359738336
  %17 = or i64 %16, %12
  %18 = icmp sgt i64 %17, -1
  %19 = and i64 %2, 3
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %20, %18
  %22 = icmp eq i64 %3, 255
  %23 = and i1 %22, %21
  br i1 %23, label %26, label %24

24:
  %25 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5)
  br label %51

26:
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %28 = load ptr, ptr %27, align 8
  %29 = ashr exact i64 %12, 2
  %30 = getelementptr inbounds i8, ptr %28, i64 %29
  %31 = load ptr, ptr %10, align 8
  %32 = getelementptr inbounds i8, ptr %31, i64 %12
  %33 = load i64, ptr %30, align 1
  %34 = select i1 %4, i64 217020518514230019, i64 144680345676153346
  %35 = and i64 %33, %34
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %51

37:
  br i1 %4, label %38, label %40

38:
  %39 = tail call i1 @remember(ptr %0, ptr %32, i64 32)
  br i1 %39, label %46, label %51

40:
  %41 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %42 = load i64, ptr %41, align 8
  %43 = icmp eq i64 %42, 0
  br i1 %43, label %44, label %51

44:
  %45 = or i64 %33, 72340172838076673
  br label %46

46:
  %47 = phi i64 [ %45, %44 ], [ 144680345676153346, %38 ]
  %48 = phi ptr [ %32, %44 ], [ %5, %38 ]
  %49 = phi ptr [ %5, %44 ], [ %32, %38 ]
  store i64 %47, ptr %30, align 1
  %50 = load <8 x i32>, ptr %48, align 4
  store <8 x i32> %50, ptr %49, align 4
  br label %51

51:
  %52 = phi i32 [ %25, %24 ], [ 1, %38 ], [ 1, %40 ], [ 2, %26 ], [ 0, %46 ]
  ret i32 %52
}

define internal i32 @row_global_16(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5) {
  %7 = lshr i64 %2, 36
  %8 = icmp ult i64 %2, 17592186044416
  %9 = select i1 %8, i64 %7, i64 0
  %10 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %9
  %11 = and i64 %2, 68719476735
  %12 = add nsw i64 %11, -34359738368
  %13 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = sub i64 %14, %11
  %16 = add i64 %15, 34359738304
  %17 = or i64 %16, %12
  %18 = icmp sgt i64 %17, -1
  %19 = and i64 %2, 3
  %20 = icmp eq i64 %19, 0
  %21 = and i1 %20, %18
  %22 = icmp eq i64 %3, 65535
  %23 = and i1 %22, %21
  br i1 %23, label %26, label %24

24:
  %25 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5)
  br label %55

26:
  %27 = getelementptr inbounds nuw i8, ptr %10, i64 16
  %28 = load ptr, ptr %27, align 8
  %29 = ashr exact i64 %12, 2
  %30 = getelementptr inbounds i8, ptr %28, i64 %29
  %31 = getelementptr inbounds nuw i8, ptr %30, i64 8
  %32 = load ptr, ptr %10, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 %12
  %34 = load i64, ptr %30, align 1
  %35 = load i64, ptr %31, align 1
  %36 = or i64 %35, %34
  %37 = select i1 %4, i64 217020518514230019, i64 144680345676153346
  %38 = and i64 %36, %37
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %55

40:
  br i1 %4, label %41, label %44

41:
  %42 = tail call i1 @remember(ptr %0, ptr %33, i64 64)
  br i1 %42, label %43, label %55

43:
  store i64 144680345676153346, ptr %31, align 1
  store i64 144680345676153346, ptr %30, align 1
  br label %51

44:
  %45 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %46 = load i64, ptr %45, align 8
  %47 = icmp eq i64 %46, 0
  br i1 %47, label %48, label %55

48:
  %49 = or i64 %34, 72340172838076673
  store i64 %49, ptr %30, align 1
  %50 = or i64 %35, 72340172838076673
  store i64 %50, ptr %31, align 1
  br label %51

51:
  %52 = phi ptr [ %33, %48 ], [ %5, %43 ]
  %53 = phi ptr [ %5, %48 ], [ %33, %43 ]
  %54 = load <16 x i32>, ptr %52, align 4
  store <16 x i32> %54, ptr %53, align 4
  br label %55

55:
  %56 = phi i32 [ %25, %24 ], [ 1, %41 ], [ 1, %44 ], [ 2, %26 ], [ 0, %51 ]
  ret i32 %56
}

define internal i1 @remember(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %5 = load i64, ptr %4, align 8
  %6 = icmp ult i64 %5, 4096
  br i1 %6, label %7, label %14

7:
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 400
  %9 = load ptr, ptr %8, align 8
  %10 = add nuw nsw i64 %5, 1
  store i64 %10, ptr %4, align 8
  %11 = getelementptr inbounds nuw %struct.Undo, ptr %9, i64 %5
  store ptr %1, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i64 %2, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16
  tail call void @llvm.memcpy.p0.p0.i64(ptr %13, ptr %1, i64 %2, i1 false)
  br label %14

14:
  ret i1 %6
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5) {
  %7 = alloca [16 x i64], align 16
  br label %8

8:
  %9 = phi i64 [ 0, %6 ], [ %17, %13 ]
  %10 = icmp eq i64 %9, 16
  br i1 %10, label %11, label %13

11:
  %12 = call i32 @row_global(ptr %0, ptr %1, ptr %7, i64 %3, i1 %4, ptr %5)
  ret i32 %12

13:
  %14 = shl nuw nsw i64 %9, 2
  %15 = add i64 %14, %2
  %16 = getelementptr inbounds nuw i64, ptr %7, i64 %9
  store i64 %15, ptr %16, align 8
  %17 = add nuw nsw i64 %9, 1
  br label %8
}
