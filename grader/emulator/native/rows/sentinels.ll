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
  br label %7

7:
  %8 = phi i64 [ 0, %6 ], [ %27, %26 ]
  %9 = lshr i64 %3, %8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %28, label %11

11:
  %12 = and i64 %9, 1
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %26, label %14

14:
  %15 = getelementptr inbounds nuw i64, ptr %2, i64 %8
  %16 = load i64, ptr %15, align 8
  %17 = lshr i64 %16, 36
  %18 = icmp ult i64 %16, 17592186044416
  %19 = select i1 %18, i64 %17, i64 0
  %20 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %19
  %21 = and i64 %16, 68719476735
  %22 = add nsw i64 %21, -34359738368
  %23 = getelementptr inbounds nuw i32, ptr %5, i64 %8
  %24 = tail call i32 @access_word(ptr %0, ptr %20, i64 %22, i1 %4, ptr %23)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %28

26:
  %27 = add i64 %8, 1
  br label %7

28:
  %29 = phi i32 [ %24, %14 ], [ 0, %7 ]
  ret i32 %29
}

define internal i32 @access_word(ptr %0, ptr %1, i64 %2, i1 %3, ptr %4) {
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = sub i64 %7, %2
  %9 = add i64 %8, -4
  %10 = or i64 %9, %2
  %11 = icmp sgt i64 %10, -1
  %12 = and i64 %2, 3
  %13 = icmp eq i64 %12, 0
  %14 = and i1 %13, %11
  br i1 %14, label %15, label %46

15:
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %17 = load ptr, ptr %16, align 8
  %18 = ashr exact i64 %2, 2
  %19 = getelementptr inbounds i8, ptr %17, i64 %18
  %20 = load i8, ptr %19, align 1
  %21 = zext i8 %20 to i32
  %22 = select i1 %3, i32 3, i32 2
  %23 = and i32 %22, %21
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %46

25:
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %27, 0
  %29 = or i1 %3, %28
  br i1 %29, label %30, label %46

30:
  %31 = select i1 %3, i32 2, i32 1
  %32 = and i32 %31, %21
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %37

34:
  %35 = trunc nuw nsw i32 %31 to i8
  %36 = or i8 %20, %35
  store i8 %36, ptr %19, align 1
  br label %37

37:
  %38 = load ptr, ptr %1, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 %2
  br i1 %3, label %40, label %42

40:
  %41 = tail call i1 @remember(ptr %0, ptr %39, i64 4)
  br i1 %41, label %42, label %46

42:
  %43 = phi ptr [ %39, %40 ], [ %4, %37 ]
  %44 = phi ptr [ %4, %40 ], [ %39, %37 ]
  %45 = load i32, ptr %44, align 4
  store i32 %45, ptr %43, align 4
  br label %46

46:
  %47 = phi i32 [ 1, %5 ], [ 2, %15 ], [ 1, %25 ], [ 0, %42 ], [ 1, %40 ]
  ret i32 %47
}

define internal i32 @row_global_one(ptr %0, ptr %1, i64 %2, ptr %3) {
  %5 = lshr i64 %2, 36
  %6 = icmp ult i64 %2, 17592186044416
  %7 = select i1 %6, i64 %5, i64 0
  %8 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %7
  %9 = and i64 %2, 68719476735
  %10 = add nsw i64 %9, -34359738368
  %11 = tail call i32 @access_word(ptr %0, ptr %8, i64 %10, i1 false, ptr %3)
  ret i32 %11
}

define internal i32 @row_global_8(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5, ptr %6) {
  %8 = lshr i64 %2, 36
  %9 = icmp ult i64 %2, 17592186044416
  %10 = select i1 %9, i64 %8, i64 0
  %11 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %10
  %12 = and i64 %2, 68719476735
  %13 = add nsw i64 %12, -34359738368
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 %15, %12
  %17 = add i64 %16, 34359738336
  %18 = or i64 %17, %13
  %19 = icmp sgt i64 %18, -1
  %20 = and i64 %2, 3
  %21 = icmp eq i64 %20, 0
  %22 = and i1 %21, %19
  %23 = icmp eq i64 %3, 255
  %24 = and i1 %23, %22
  br i1 %24, label %27, label %25

25:
  %26 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5)
  br label %65

27:
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %29 = load ptr, ptr %28, align 8
  %30 = ashr exact i64 %13, 2
  %31 = getelementptr inbounds i8, ptr %29, i64 %30
  %32 = load ptr, ptr %11, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 %13
  %34 = load i64, ptr %31, align 1
  %35 = select i1 %4, i64 217020518514230019, i64 144680345676153346
  %36 = and i64 %34, %35
  %37 = icmp eq i64 %36, 0
  br i1 %37, label %38, label %65

38:
  br i1 %4, label %39, label %41

39:
  %40 = tail call i1 @remember(ptr %0, ptr %33, i64 32)
  br i1 %40, label %57, label %65

41:
  %42 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %43 = load i64, ptr %42, align 8
  %44 = icmp eq i64 %43, 0
  br i1 %44, label %45, label %65

45:
  %46 = ptrtoint ptr %33 to i64
  %47 = load i64, ptr %6, align 8
  %48 = sub i64 %46, %47
  store i64 %46, ptr %6, align 8
  %49 = shl i64 %48, 3
  %50 = add i64 %49, %46
  %51 = inttoptr i64 %50 to ptr
  tail call void @llvm.prefetch.p0(ptr %51, i32 0, i32 3, i32 1)
  %52 = load i64, ptr %31, align 1
  %53 = and i64 %52, 72340172838076673
  %54 = icmp eq i64 %53, 72340172838076673
  br i1 %54, label %61, label %55

55:
  %56 = or i64 %52, 72340172838076673
  br label %57

57:
  %58 = phi i64 [ %56, %55 ], [ 144680345676153346, %39 ]
  %59 = phi ptr [ %33, %55 ], [ %5, %39 ]
  %60 = phi ptr [ %5, %55 ], [ %33, %39 ]
  store i64 %58, ptr %31, align 1
  br label %61

61:
  %62 = phi ptr [ %33, %45 ], [ %59, %57 ]
  %63 = phi ptr [ %5, %45 ], [ %60, %57 ]
  %64 = load <8 x i32>, ptr %62, align 4
  store <8 x i32> %64, ptr %63, align 4
  br label %65

65:
  %66 = phi i32 [ %26, %25 ], [ 1, %39 ], [ 1, %41 ], [ 2, %27 ], [ 0, %61 ]
  ret i32 %66
}

define internal i32 @row_global_16(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5, ptr %6) {
  %8 = lshr i64 %2, 36
  %9 = icmp ult i64 %2, 17592186044416
  %10 = select i1 %9, i64 %8, i64 0
  %11 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %10
  %12 = and i64 %2, 68719476735
  %13 = add nsw i64 %12, -34359738368
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = sub i64 %15, %12
  %17 = add i64 %16, 34359738304
  %18 = or i64 %17, %13
  %19 = icmp sgt i64 %18, -1
  %20 = and i64 %2, 3
  %21 = icmp eq i64 %20, 0
  %22 = and i1 %21, %19
  %23 = icmp eq i64 %3, 65535
  %24 = and i1 %23, %22
  br i1 %24, label %27, label %25

25:
  %26 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 %4, ptr %5)
  br label %68

27:
  %28 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %29 = load ptr, ptr %28, align 8
  %30 = ashr exact i64 %13, 2
  %31 = getelementptr inbounds i8, ptr %29, i64 %30
  %32 = getelementptr inbounds nuw i8, ptr %31, i64 8
  %33 = load ptr, ptr %11, align 8
  %34 = getelementptr inbounds i8, ptr %33, i64 %13
  %35 = load i64, ptr %31, align 1
  %36 = load i64, ptr %32, align 1
  %37 = or i64 %36, %35
  %38 = select i1 %4, i64 217020518514230019, i64 144680345676153346
  %39 = and i64 %37, %38
  %40 = icmp eq i64 %39, 0
  br i1 %40, label %41, label %68

41:
  br i1 %4, label %42, label %45

42:
  %43 = tail call i1 @remember(ptr %0, ptr %34, i64 64)
  br i1 %43, label %44, label %68

44:
  store i64 144680345676153346, ptr %32, align 1
  store i64 144680345676153346, ptr %31, align 1
  br label %64

45:
  %46 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %47 = load i64, ptr %46, align 8
  %48 = icmp eq i64 %47, 0
  br i1 %48, label %49, label %68

49:
  %50 = ptrtoint ptr %34 to i64
  %51 = load i64, ptr %6, align 8
  %52 = sub i64 %50, %51
  store i64 %50, ptr %6, align 8
  %53 = shl i64 %52, 3
  %54 = add i64 %53, %50
  %55 = inttoptr i64 %54 to ptr
  tail call void @llvm.prefetch.p0(ptr %55, i32 0, i32 3, i32 1)
  %56 = load i64, ptr %31, align 1
  %57 = load i64, ptr %32, align 1
  %58 = and i64 %56, 72340172838076673
  %59 = and i64 %58, %57
  %60 = icmp eq i64 %59, 72340172838076673
  br i1 %60, label %64, label %61

61:
  %62 = or i64 %56, 72340172838076673
  store i64 %62, ptr %31, align 1
  %63 = or i64 %57, 72340172838076673
  store i64 %63, ptr %32, align 1
  br label %64

64:
  %65 = phi ptr [ %34, %49 ], [ %34, %61 ], [ %5, %44 ]
  %66 = phi ptr [ %5, %49 ], [ %5, %61 ], [ %34, %44 ]
  %67 = load <16 x i32>, ptr %65, align 4
  store <16 x i32> %67, ptr %66, align 4
  br label %68

68:
  %69 = phi i32 [ %26, %25 ], [ 1, %42 ], [ 1, %45 ], [ 2, %27 ], [ 0, %64 ]
  ret i32 %69
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

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
