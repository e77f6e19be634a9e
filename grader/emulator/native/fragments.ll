@frame_bytes = external constant i64, align 8

define internal i64 @element_at(ptr %0, i64 %1) {
  %3 = icmp slt i64 %1, 2
  br i1 %3, label %8, label %4

4:
  %5 = icmp samesign ult i64 %1, 4
  br i1 %5, label %15, label %6

6:
  %7 = icmp eq i64 %1, 7
  br i1 %7, label %21, label %18

8:
  %9 = icmp eq i64 %1, 0
  %10 = load i8, ptr %0, align 1
  br i1 %9, label %11, label %13

11:
  %12 = sext i8 %10 to i64
  br label %23

13:
  %14 = zext i8 %10 to i64
  br label %23

15:
  %16 = load i16, ptr %0, align 2
  %17 = zext i16 %16 to i64
  br label %23

18:
  %19 = load i32, ptr %0, align 4
  %20 = zext i32 %19 to i64
  br label %23

21:
  %22 = load i64, ptr %0, align 8
  br label %23

23:
  %24 = phi i64 [ %22, %21 ], [ %20, %18 ], [ %17, %15 ], [ %12, %11 ], [ %14, %13 ]
  ret i64 %24
}

define internal void @put_element(ptr %0, i64 %1, i64 %2) {
  %4 = icmp slt i64 %1, 2
  br i1 %4, label %9, label %5

5:
  %6 = icmp samesign ult i64 %1, 4
  br i1 %6, label %11, label %7

7:
  %8 = icmp eq i64 %1, 7
  br i1 %8, label %15, label %13

9:
  %10 = trunc i64 %2 to i8
  store i8 %10, ptr %0, align 1
  br label %16

11:
  %12 = trunc i64 %2 to i16
  store i16 %12, ptr %0, align 2
  br label %16

13:
  %14 = trunc i64 %2 to i32
  store i32 %14, ptr %0, align 4
  br label %16

15:
  store i64 %2, ptr %0, align 8
  br label %16

16:
  ret void
}

define internal i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 2
  br i1 %8, label %14, label %9

9:
  %10 = icmp samesign ult i64 %7, 4
  br i1 %10, label %14, label %11

11:
  %12 = icmp eq i64 %7, 7
  %13 = select i1 %12, i64 8, i64 4
  br label %14

14:
  %15 = phi i64 [ 1, %5 ], [ %13, %11 ], [ 2, %9 ]
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %17 = getelementptr i8, ptr %0, i64 %2
  %18 = load i64, ptr @frame_bytes, align 8
  br label %19

19:
  %20 = phi i64 [ 0, %14 ], [ %51, %50 ]
  %21 = lshr i64 %1, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %27

23:
  %24 = load i64, ptr %16, align 8
  %25 = mul i64 %24, %15
  %26 = add i64 %25, %2
  ret i64 %26

27:
  %28 = and i64 %21, 1
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %50, label %30

30:
  %31 = mul i64 %18, %20
  %32 = getelementptr i8, ptr %17, i64 %31
  br label %33

33:
  %34 = phi i64 [ %49, %37 ], [ 0, %30 ]
  %35 = load i64, ptr %16, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %37, label %50

37:
  %38 = mul i64 %34, %15
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 %38
  %40 = load i64, ptr %6, align 8
  %41 = tail call i64 @element_at(ptr %39, i64 %40)
  %42 = load ptr, ptr %3, align 8
  %43 = mul i64 %35, %20
  %44 = getelementptr i16, ptr %42, i64 %43
  %45 = getelementptr i16, ptr %44, i64 %34
  %46 = load i16, ptr %45, align 2
  %47 = zext i16 %46 to i64
  %48 = getelementptr inbounds nuw i64, ptr %4, i64 %47
  store i64 %41, ptr %48, align 8
  %49 = add nuw i64 %34, 1
  br label %33

50:
  %51 = add i64 %20, 1
  br label %19
}

define internal i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %7 = load i64, ptr %6, align 8
  %8 = icmp slt i64 %7, 2
  br i1 %8, label %14, label %9

9:
  %10 = icmp samesign ult i64 %7, 4
  br i1 %10, label %14, label %11

11:
  %12 = icmp eq i64 %7, 7
  %13 = select i1 %12, i64 8, i64 4
  br label %14

14:
  %15 = phi i64 [ 1, %5 ], [ %13, %11 ], [ 2, %9 ]
  %16 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %17 = getelementptr i8, ptr %0, i64 %2
  %18 = load i64, ptr @frame_bytes, align 8
  br label %19

19:
  %20 = phi i64 [ 0, %14 ], [ %51, %50 ]
  %21 = lshr i64 %1, %20
  %22 = icmp eq i64 %21, 0
  br i1 %22, label %23, label %27

23:
  %24 = load i64, ptr %16, align 8
  %25 = mul i64 %24, %15
  %26 = add i64 %25, %2
  ret i64 %26

27:
  %28 = and i64 %21, 1
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %50, label %30

30:
  %31 = mul i64 %18, %20
  %32 = getelementptr i8, ptr %17, i64 %31
  br label %33

33:
  %34 = phi i64 [ %49, %37 ], [ 0, %30 ]
  %35 = load i64, ptr %16, align 8
  %36 = icmp ult i64 %34, %35
  br i1 %36, label %37, label %50

37:
  %38 = mul i64 %34, %15
  %39 = getelementptr inbounds nuw i8, ptr %32, i64 %38
  %40 = load i64, ptr %6, align 8
  %41 = load ptr, ptr %3, align 8
  %42 = mul i64 %35, %20
  %43 = getelementptr i16, ptr %41, i64 %42
  %44 = getelementptr i16, ptr %43, i64 %34
  %45 = load i16, ptr %44, align 2
  %46 = zext i16 %45 to i64
  %47 = getelementptr inbounds nuw i64, ptr %4, i64 %46
  %48 = load i64, ptr %47, align 8
  tail call void @put_element(ptr %39, i64 %40, i64 %48)
  %49 = add nuw i64 %34, 1
  br label %33

50:
  %51 = add i64 %20, 1
  br label %19
}

define internal void @matrix_load(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, ptr %6) {
  %8 = alloca [513 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %8, i8 0, i64 4104, i1 false)
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp slt i64 %10, 2
  br i1 %11, label %17, label %12

12:
  %13 = icmp samesign ult i64 %10, 4
  br i1 %13, label %17, label %14

14:
  %15 = icmp eq i64 %10, 7
  %16 = select i1 %15, i64 8, i64 4
  br label %17

17:
  %18 = phi i64 [ 1, %7 ], [ %16, %14 ], [ 2, %12 ]
  %19 = load i64, ptr @frame_bytes, align 8
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 24
  br label %25

25:
  %26 = phi i64 [ 0, %17 ], [ %82, %81 ]
  %27 = lshr i64 %2, %26
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %83, label %29

29:
  %30 = and i64 %27, 1
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %81, label %32

32:
  %33 = mul i64 %19, %26
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 80
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 88
  br label %37

37:
  %38 = phi i64 [ 0, %32 ], [ %80, %79 ]
  %39 = load i64, ptr %20, align 8
  %40 = icmp ult i64 %38, %39
  br i1 %40, label %41, label %81

41:
  %42 = load ptr, ptr %6, align 8
  %43 = mul i64 %39, %26
  %44 = getelementptr [2 x i32], ptr %42, i64 %43
  %45 = getelementptr [2 x i32], ptr %44, i64 %38
  %46 = load i32, ptr %45, align 4
  %47 = icmp slt i32 %46, 0
  br i1 %47, label %79, label %48

48:
  %49 = zext nneg i32 %46 to i64
  %50 = getelementptr inbounds nuw i8, ptr %45, i64 4
  %51 = load i32, ptr %50, align 4
  %52 = sext i32 %51 to i64
  %53 = load ptr, ptr %21, align 8
  %54 = load i64, ptr %35, align 8
  %55 = load i64, ptr %36, align 8
  %56 = mul i64 %55, %49
  %57 = add i64 %56, %52
  %58 = mul i64 %57, %18
  %59 = add i64 %58, %54
  %60 = tail call ptr %53(ptr %0, ptr %34, i64 %59, i64 %3)
  %61 = load i64, ptr %22, align 8
  %62 = icmp sgt i64 %61, -1
  br i1 %62, label %63, label %64

63:
  tail call void @record_access(ptr %0, ptr %34, i64 %3, i64 %61)
  br label %64

64:
  %65 = load i64, ptr %23, align 8
  %66 = getelementptr i64, ptr %8, i64 %52
  br label %67

67:
  %68 = phi i64 [ 0, %64 ], [ %78, %70 ]
  %69 = icmp eq i64 %68, %65
  br i1 %69, label %79, label %70

70:
  %71 = mul i64 %68, %18
  %72 = getelementptr inbounds nuw i8, ptr %60, i64 %71
  %73 = load i64, ptr %24, align 8
  %74 = mul i64 %73, %49
  %75 = getelementptr i64, ptr %66, i64 %74
  %76 = getelementptr i64, ptr %75, i64 %68
  %77 = tail call i64 @element_at(ptr %72, i64 %10)
  store i64 %77, ptr %76, align 8
  %78 = add i64 %68, 1
  br label %67

79:
  %80 = add i64 %38, 1
  br label %37

81:
  %82 = add i64 %26, 1
  br label %25

83:
  %84 = call i64 @scatter(ptr %1, i64 %2, i64 %4, ptr %5, ptr %8)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @matrix_store(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr %5, ptr %6) {
  %8 = alloca [513 x i64], align 16
  call void @llvm.memset.p0.i64(ptr %8, i8 0, i64 4104, i1 false)
  %9 = call i64 @gather(ptr %1, i64 %2, i64 %4, ptr %5, ptr %8)
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 16
  %11 = load i64, ptr %10, align 8
  %12 = icmp slt i64 %11, 2
  br i1 %12, label %18, label %13

13:
  %14 = icmp samesign ult i64 %11, 4
  br i1 %14, label %18, label %15

15:
  %16 = icmp eq i64 %11, 7
  %17 = select i1 %16, i64 8, i64 4
  br label %18

18:
  %19 = phi i64 [ 1, %7 ], [ %17, %15 ], [ 2, %13 ]
  %20 = load i64, ptr @frame_bytes, align 8
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %22 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 16
  %25 = getelementptr inbounds nuw i8, ptr %6, i64 24
  br label %26

26:
  %27 = phi i64 [ 0, %18 ], [ %83, %82 ]
  %28 = lshr i64 %2, %27
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %84, label %30

30:
  %31 = and i64 %28, 1
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %82, label %33

33:
  %34 = mul i64 %20, %27
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 %34
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 80
  %37 = getelementptr inbounds nuw i8, ptr %35, i64 88
  br label %38

38:
  %39 = phi i64 [ 0, %33 ], [ %81, %80 ]
  %40 = load i64, ptr %21, align 8
  %41 = icmp ult i64 %39, %40
  br i1 %41, label %42, label %82

42:
  %43 = load ptr, ptr %6, align 8
  %44 = mul i64 %40, %27
  %45 = getelementptr [2 x i32], ptr %43, i64 %44
  %46 = getelementptr [2 x i32], ptr %45, i64 %39
  %47 = load i32, ptr %46, align 4
  %48 = icmp slt i32 %47, 0
  br i1 %48, label %80, label %49

49:
  %50 = zext nneg i32 %47 to i64
  %51 = getelementptr inbounds nuw i8, ptr %46, i64 4
  %52 = load i32, ptr %51, align 4
  %53 = sext i32 %52 to i64
  %54 = load ptr, ptr %22, align 8
  %55 = load i64, ptr %36, align 8
  %56 = load i64, ptr %37, align 8
  %57 = mul i64 %56, %50
  %58 = add i64 %57, %53
  %59 = mul i64 %58, %19
  %60 = add i64 %59, %55
  %61 = tail call ptr %54(ptr %0, ptr %35, i64 %60, i64 %3)
  %62 = load i64, ptr %23, align 8
  %63 = icmp sgt i64 %62, -1
  br i1 %63, label %64, label %65

64:
  tail call void @record_access(ptr %0, ptr %35, i64 %3, i64 %62)
  br label %65

65:
  %66 = getelementptr i64, ptr %8, i64 %53
  br label %67

67:
  %68 = phi i64 [ 0, %65 ], [ %79, %71 ]
  %69 = load i64, ptr %24, align 8
  %70 = icmp ult i64 %68, %69
  br i1 %70, label %71, label %80

71:
  %72 = mul i64 %68, %19
  %73 = getelementptr inbounds nuw i8, ptr %61, i64 %72
  %74 = load i64, ptr %25, align 8
  %75 = mul i64 %74, %50
  %76 = getelementptr i64, ptr %66, i64 %75
  %77 = getelementptr i64, ptr %76, i64 %68
  %78 = load i64, ptr %77, align 8
  tail call void @put_element(ptr %73, i64 %11, i64 %78)
  %79 = add nuw i64 %68, 1
  br label %67

80:
  %81 = add i64 %39, 1
  br label %38

82:
  %83 = add i64 %27, 1
  br label %26

84:
  ret void
}

declare void @record_access(ptr, ptr, i64, i64)
