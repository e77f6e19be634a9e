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
  %8 = phi i64 [ 0, %6 ], [ %68, %67 ]
  %9 = lshr i64 %3, %8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %69, label %11

11:
  %12 = and i64 %9, 1
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %67, label %14

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
  %24 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = sub i64 %25, %21
  %27 = add i64 %26, 34359738364
  %28 = or i64 %27, %22
  %29 = icmp sgt i64 %28, -1
  %30 = and i64 %16, 3
  %31 = icmp eq i64 %30, 0
  %32 = and i1 %31, %29
  br i1 %4, label %33, label %47

33:
  br i1 %32, label %34, label %69

34:
  %35 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %36 = load ptr, ptr %35, align 8
  %37 = ashr exact i64 %22, 2
  %38 = getelementptr inbounds i8, ptr %36, i64 %37
  %39 = load i8, ptr %38, align 1
  %40 = icmp eq i8 %39, 0
  br i1 %40, label %41, label %69

41:
  %42 = load ptr, ptr %20, align 8
  %43 = getelementptr inbounds i8, ptr %42, i64 %22
  %44 = tail call i1 @remember(ptr %0, ptr %43, i64 4)
  br i1 %44, label %45, label %69

45:
  store i8 2, ptr %38, align 1
  %46 = load i32, ptr %23, align 4
  store i32 %46, ptr %43, align 4
  br label %67

47:
  br i1 %32, label %48, label %69

48:
  %49 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %50 = load ptr, ptr %49, align 8
  %51 = ashr exact i64 %22, 2
  %52 = getelementptr inbounds i8, ptr %50, i64 %51
  %53 = load i8, ptr %52, align 1
  %54 = and i8 %53, 2
  %55 = icmp eq i8 %54, 0
  br i1 %55, label %56, label %69

56:
  %57 = getelementptr inbounds nuw i8, ptr %20, i64 24
  %58 = load i64, ptr %57, align 8
  %59 = icmp eq i64 %58, 0
  br i1 %59, label %60, label %69

60:
  %61 = icmp eq i8 %53, 1
  br i1 %61, label %63, label %62

62:
  store i8 1, ptr %52, align 1
  br label %63

63:
  %64 = load ptr, ptr %20, align 8
  %65 = getelementptr inbounds i8, ptr %64, i64 %22
  %66 = load i32, ptr %65, align 4
  store i32 %66, ptr %23, align 4
  br label %67

67:
  %68 = add i64 %8, 1
  br label %7

69:
  %70 = phi i32 [ 1, %41 ], [ 1, %56 ], [ 2, %48 ], [ 1, %47 ], [ 2, %34 ], [ 1, %33 ], [ 0, %7 ]
  ret i32 %70
}

define internal i32 @row_load_one(ptr %0, i64 %1, ptr %2) {
  %4 = lshr i64 %1, 36
  %5 = icmp ult i64 %1, 17592186044416
  %6 = select i1 %5, i64 %4, i64 0
  %7 = getelementptr inbounds nuw %struct.Buffer, ptr %0, i64 %6
  %8 = and i64 %1, 68719476735
  %9 = add nsw i64 %8, -34359738368
  %10 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = sub i64 %11, %8
  %13 = add i64 %12, 34359738364
  %14 = or i64 %13, %9
  %15 = icmp sgt i64 %14, -1
  %16 = and i64 %1, 3
  %17 = icmp eq i64 %16, 0
  %18 = and i1 %17, %15
  br i1 %18, label %19, label %38

19:
  %20 = getelementptr inbounds nuw i8, ptr %7, i64 16
  %21 = load ptr, ptr %20, align 8
  %22 = ashr exact i64 %9, 2
  %23 = getelementptr inbounds i8, ptr %21, i64 %22
  %24 = load i8, ptr %23, align 1
  %25 = and i8 %24, 2
  %26 = icmp eq i8 %25, 0
  br i1 %26, label %27, label %38

27:
  %28 = getelementptr inbounds nuw i8, ptr %7, i64 24
  %29 = load i64, ptr %28, align 8
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %38

31:
  %32 = icmp eq i8 %24, 1
  br i1 %32, label %34, label %33

33:
  store i8 1, ptr %23, align 1
  br label %34

34:
  %35 = load ptr, ptr %7, align 8
  %36 = getelementptr inbounds i8, ptr %35, i64 %9
  %37 = load i32, ptr %36, align 4
  store i32 %37, ptr %2, align 4
  br label %38

38:
  %39 = phi i32 [ 1, %3 ], [ 0, %34 ], [ 2, %19 ], [ 1, %27 ]
  ret i32 %39
}

define internal i32 @row_load_8(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = lshr i64 %1, 36
  %7 = icmp ult i64 %1, 17592186044416
  %8 = select i1 %7, i64 %6, i64 0
  %9 = getelementptr inbounds nuw %struct.Buffer, ptr %0, i64 %8
  %10 = and i64 %1, 68719476735
  %11 = add nsw i64 %10, -34359738368
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, %10
  %15 = add i64 %14, 34359738336
  %16 = or i64 %15, %11
  %17 = icmp sgt i64 %16, -1
  %18 = and i64 %1, 3
  %19 = icmp eq i64 %18, 0
  %20 = and i1 %19, %17
  %21 = icmp eq i64 %2, 255
  %22 = and i1 %21, %20
  br i1 %22, label %25, label %23

23:
  %24 = tail call i32 @access_apart(ptr null, ptr %0, i64 %1, i64 %2, i1 false, ptr %3)
  br label %51

25:
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = ashr exact i64 %11, 2
  %29 = getelementptr inbounds i8, ptr %27, i64 %28
  %30 = load i64, ptr %29, align 1
  %31 = and i64 %30, 144680345676153346
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %33, label %51

33:
  %34 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %35 = load i64, ptr %34, align 8
  %36 = icmp eq i64 %35, 0
  br i1 %36, label %37, label %51

37:
  %38 = load ptr, ptr %9, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 %11
  %40 = ptrtoint ptr %39 to i64
  %41 = load i64, ptr %4, align 8
  %42 = sub i64 %40, %41
  store i64 %40, ptr %4, align 8
  %43 = shl i64 %42, 3
  %44 = add i64 %43, %40
  %45 = inttoptr i64 %44 to ptr
  tail call void @llvm.prefetch.p0(ptr %45, i32 0, i32 3, i32 1)
  %46 = load i64, ptr %29, align 1
  %47 = icmp eq i64 %46, 72340172838076673
  br i1 %47, label %49, label %48

48:
  store i64 72340172838076673, ptr %29, align 1
  br label %49

49:
  %50 = load <8 x i32>, ptr %39, align 4
  store <8 x i32> %50, ptr %3, align 4
  br label %51

51:
  %52 = phi i32 [ %24, %23 ], [ 0, %49 ], [ 2, %25 ], [ 1, %33 ]
  ret i32 %52
}

define internal i32 @row_load_16(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = lshr i64 %1, 36
  %7 = icmp ult i64 %1, 17592186044416
  %8 = select i1 %7, i64 %6, i64 0
  %9 = getelementptr inbounds nuw %struct.Buffer, ptr %0, i64 %8
  %10 = and i64 %1, 68719476735
  %11 = add nsw i64 %10, -34359738368
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, %10
  %15 = add i64 %14, 34359738304
  %16 = or i64 %15, %11
  %17 = icmp sgt i64 %16, -1
  %18 = and i64 %1, 3
  %19 = icmp eq i64 %18, 0
  %20 = and i1 %19, %17
  %21 = icmp eq i64 %2, 65535
  %22 = and i1 %21, %20
  br i1 %22, label %25, label %23

23:
  %24 = tail call i32 @access_apart(ptr null, ptr %0, i64 %1, i64 %2, i1 false, ptr %3)
  br label %56

25:
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = ashr exact i64 %11, 2
  %29 = getelementptr inbounds i8, ptr %27, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %31 = load i64, ptr %29, align 1
  %32 = load i64, ptr %30, align 1
  %33 = or i64 %32, %31
  %34 = and i64 %33, 144680345676153346
  %35 = icmp eq i64 %34, 0
  br i1 %35, label %36, label %56

36:
  %37 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %38 = load i64, ptr %37, align 8
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %40, label %56

40:
  %41 = load ptr, ptr %9, align 8
  %42 = getelementptr inbounds i8, ptr %41, i64 %11
  %43 = ptrtoint ptr %42 to i64
  %44 = load i64, ptr %4, align 8
  %45 = sub i64 %43, %44
  store i64 %43, ptr %4, align 8
  %46 = shl i64 %45, 3
  %47 = add i64 %46, %43
  %48 = inttoptr i64 %47 to ptr
  tail call void @llvm.prefetch.p0(ptr %48, i32 0, i32 3, i32 1)
  %49 = load i64, ptr %29, align 1
  %50 = load i64, ptr %30, align 1
  %51 = and i64 %50, %49
  %52 = icmp eq i64 %51, 72340172838076673
  br i1 %52, label %54, label %53

53:
  store i64 72340172838076673, ptr %30, align 1
  store i64 72340172838076673, ptr %29, align 1
  br label %54

54:
  %55 = load <16 x i32>, ptr %42, align 4
  store <16 x i32> %55, ptr %3, align 4
  br label %56

56:
  %57 = phi i32 [ %24, %23 ], [ 0, %54 ], [ 2, %25 ], [ 1, %36 ]
  ret i32 %57
}

define internal i32 @row_store_8(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) {
  %6 = lshr i64 %2, 36
  %7 = icmp ult i64 %2, 17592186044416
  %8 = select i1 %7, i64 %6, i64 0
  %9 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %8
  %10 = and i64 %2, 68719476735
  %11 = add nsw i64 %10, -34359738368
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, %10
  %15 = add i64 %14, 34359738336
  %16 = or i64 %15, %11
  %17 = icmp sgt i64 %16, -1
  %18 = and i64 %2, 3
  %19 = icmp eq i64 %18, 0
  %20 = and i1 %19, %17
  %21 = icmp eq i64 %3, 255
  %22 = and i1 %21, %20
  br i1 %22, label %25, label %23

23:
  %24 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 true, ptr %4)
  br label %38

25:
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = ashr exact i64 %11, 2
  %29 = getelementptr inbounds i8, ptr %27, i64 %28
  %30 = load i64, ptr %29, align 1
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %32, label %38

32:
  %33 = load ptr, ptr %9, align 8
  %34 = getelementptr inbounds i8, ptr %33, i64 %11
  %35 = tail call i1 @remember(ptr %0, ptr %34, i64 32)
  br i1 %35, label %36, label %38

36:
  store i64 144680345676153346, ptr %29, align 1
  %37 = load <8 x i32>, ptr %4, align 4
  store <8 x i32> %37, ptr %34, align 4
  br label %38

38:
  %39 = phi i32 [ %24, %23 ], [ 2, %25 ], [ 0, %36 ], [ 1, %32 ]
  ret i32 %39
}

define internal i32 @row_store_16(ptr %0, ptr %1, i64 %2, i64 %3, ptr %4) {
  %6 = lshr i64 %2, 36
  %7 = icmp ult i64 %2, 17592186044416
  %8 = select i1 %7, i64 %6, i64 0
  %9 = getelementptr inbounds nuw %struct.Buffer, ptr %1, i64 %8
  %10 = and i64 %2, 68719476735
  %11 = add nsw i64 %10, -34359738368
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = sub i64 %13, %10
  %15 = add i64 %14, 34359738304
  %16 = or i64 %15, %11
  %17 = icmp sgt i64 %16, -1
  %18 = and i64 %2, 3
  %19 = icmp eq i64 %18, 0
  %20 = and i1 %19, %17
  %21 = icmp eq i64 %3, 65535
  %22 = and i1 %21, %20
  br i1 %22, label %25, label %23

23:
  %24 = tail call i32 @access_apart(ptr %0, ptr %1, i64 %2, i64 %3, i1 true, ptr %4)
  br label %41

25:
  %26 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = ashr exact i64 %11, 2
  %29 = getelementptr inbounds i8, ptr %27, i64 %28
  %30 = getelementptr inbounds nuw i8, ptr %29, i64 8
  %31 = load i64, ptr %29, align 1
  %32 = load i64, ptr %30, align 1
  %33 = or i64 %32, %31
  %34 = icmp eq i64 %33, 0
  br i1 %34, label %35, label %41

35:
  %36 = load ptr, ptr %9, align 8
  %37 = getelementptr inbounds i8, ptr %36, i64 %11
  %38 = tail call i1 @remember(ptr %0, ptr %37, i64 64)
  br i1 %38, label %39, label %41

39:
  store i64 144680345676153346, ptr %30, align 1
  store i64 144680345676153346, ptr %29, align 1
  %40 = load <16 x i32>, ptr %4, align 4
  store <16 x i32> %40, ptr %37, align 4
  br label %41

41:
  %42 = phi i32 [ %24, %23 ], [ 2, %25 ], [ 0, %39 ], [ 1, %35 ]
  ret i32 %42
}

define internal i1 @remember(ptr %0, ptr %1, i64 %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 408
  %5 = load i64, ptr %4, align 8
  %6 = icmp ult i64 %5, 12288
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
