@frame_bytes = external constant i64, align 8

define internal void @widen(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = icmp slt i64 %1, 2
  br i1 %5, label %10, label %6

6:
  %7 = icmp samesign ult i64 %1, 4
  br i1 %7, label %23, label %8

8:
  %9 = icmp eq i64 %1, 7
  br i1 %9, label %41, label %32

10:
  %11 = icmp eq i64 %1, 0
  br label %12

12:
  %13 = phi i64 [ %22, %15 ], [ 0, %10 ]
  %14 = icmp eq i64 %13, %2
  br i1 %14, label %49, label %15

15:
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 %13
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i64
  %19 = zext i8 %17 to i64
  %20 = select i1 %11, i64 %18, i64 %19
  %21 = getelementptr inbounds nuw i64, ptr %3, i64 %13
  store i64 %20, ptr %21, align 8
  %22 = add i64 %13, 1
  br label %12

23:
  %24 = phi i64 [ %31, %26 ], [ 0, %6 ]
  %25 = icmp eq i64 %24, %2
  br i1 %25, label %49, label %26

26:
  %27 = getelementptr inbounds nuw i16, ptr %0, i64 %24
  %28 = load i16, ptr %27, align 2
  %29 = zext i16 %28 to i64
  %30 = getelementptr inbounds nuw i64, ptr %3, i64 %24
  store i64 %29, ptr %30, align 8
  %31 = add i64 %24, 1
  br label %23

32:
  %33 = phi i64 [ %40, %35 ], [ 0, %8 ]
  %34 = icmp eq i64 %33, %2
  br i1 %34, label %49, label %35

35:
  %36 = getelementptr inbounds nuw i32, ptr %0, i64 %33
  %37 = load i32, ptr %36, align 4
  %38 = zext i32 %37 to i64
  %39 = getelementptr inbounds nuw i64, ptr %3, i64 %33
  store i64 %38, ptr %39, align 8
  %40 = add i64 %33, 1
  br label %32

41:
  %42 = phi i64 [ %48, %44 ], [ 0, %8 ]
  %43 = icmp eq i64 %42, %2
  br i1 %43, label %49, label %44

44:
  %45 = getelementptr inbounds nuw i64, ptr %0, i64 %42
  %46 = load i64, ptr %45, align 8
  %47 = getelementptr inbounds nuw i64, ptr %3, i64 %42
  store i64 %46, ptr %47, align 8
  %48 = add i64 %42, 1
  br label %41

49:
  ret void
}

define internal void @narrow(ptr %0, i64 %1, i64 %2, ptr %3) {
  %5 = icmp slt i64 %1, 2
  br i1 %5, label %10, label %6

6:
  %7 = icmp samesign ult i64 %1, 4
  br i1 %7, label %19, label %8

8:
  %9 = icmp eq i64 %1, 7
  br i1 %9, label %37, label %28

10:
  %11 = phi i64 [ %18, %13 ], [ 0, %4 ]
  %12 = icmp eq i64 %11, %2
  br i1 %12, label %45, label %13

13:
  %14 = getelementptr inbounds nuw i64, ptr %3, i64 %11
  %15 = load i64, ptr %14, align 8
  %16 = trunc i64 %15 to i8
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 %11
  store i8 %16, ptr %17, align 1
  %18 = add i64 %11, 1
  br label %10

19:
  %20 = phi i64 [ %27, %22 ], [ 0, %6 ]
  %21 = icmp eq i64 %20, %2
  br i1 %21, label %45, label %22

22:
  %23 = getelementptr inbounds nuw i64, ptr %3, i64 %20
  %24 = load i64, ptr %23, align 8
  %25 = trunc i64 %24 to i16
  %26 = getelementptr inbounds nuw i16, ptr %0, i64 %20
  store i16 %25, ptr %26, align 2
  %27 = add i64 %20, 1
  br label %19

28:
  %29 = phi i64 [ %36, %31 ], [ 0, %8 ]
  %30 = icmp eq i64 %29, %2
  br i1 %30, label %45, label %31

31:
  %32 = getelementptr inbounds nuw i64, ptr %3, i64 %29
  %33 = load i64, ptr %32, align 8
  %34 = trunc i64 %33 to i32
  %35 = getelementptr inbounds nuw i32, ptr %0, i64 %29
  store i32 %34, ptr %35, align 4
  %36 = add i64 %29, 1
  br label %28

37:
  %38 = phi i64 [ %44, %40 ], [ 0, %8 ]
  %39 = icmp eq i64 %38, %2
  br i1 %39, label %45, label %40

40:
  %41 = getelementptr inbounds nuw i64, ptr %3, i64 %38
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds nuw i64, ptr %0, i64 %38
  store i64 %42, ptr %43, align 8
  %44 = add i64 %38, 1
  br label %37

45:
  ret void
}

define internal i64 @gather(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp slt i64 %9, 2
  br i1 %10, label %16, label %11

11:
  %12 = icmp samesign ult i64 %9, 4
  br i1 %12, label %16, label %13

13:
  %14 = icmp eq i64 %9, 7
  %15 = select i1 %14, i64 8, i64 4
  br label %16

16:
  %17 = phi i64 [ 1, %5 ], [ %15, %13 ], [ 2, %11 ]
  %18 = getelementptr i8, ptr %0, i64 %2
  %19 = load i64, ptr @frame_bytes, align 8
  br label %20

20:
  %21 = phi i64 [ 0, %16 ], [ %88, %87 ]
  %22 = lshr i64 %1, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %27

24:
  %25 = mul i64 %17, %7
  %26 = add i64 %25, %2
  ret i64 %26

27:
  %28 = and i64 %22, 1
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %87, label %30

30:
  %31 = mul i64 %19, %21
  %32 = getelementptr i8, ptr %18, i64 %31
  %33 = load ptr, ptr %3, align 8
  %34 = mul i64 %21, %7
  %35 = getelementptr inbounds nuw i16, ptr %33, i64 %34
  switch i64 %17, label %71 [
    i64 2, label %36
    i64 4, label %48
    i64 8, label %60
  ]

36:
  %37 = phi i64 [ %47, %39 ], [ 0, %30 ]
  %38 = icmp eq i64 %37, %7
  br i1 %38, label %87, label %39

39:
  %40 = getelementptr inbounds nuw i16, ptr %32, i64 %37
  %41 = load i16, ptr %40, align 2
  %42 = zext i16 %41 to i64
  %43 = getelementptr inbounds nuw i16, ptr %35, i64 %37
  %44 = load i16, ptr %43, align 2
  %45 = zext i16 %44 to i64
  %46 = getelementptr inbounds nuw i64, ptr %4, i64 %45
  store i64 %42, ptr %46, align 8
  %47 = add i64 %37, 1
  br label %36

48:
  %49 = phi i64 [ %59, %51 ], [ 0, %30 ]
  %50 = icmp eq i64 %49, %7
  br i1 %50, label %87, label %51

51:
  %52 = getelementptr inbounds nuw i32, ptr %32, i64 %49
  %53 = load i32, ptr %52, align 4
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds nuw i16, ptr %35, i64 %49
  %56 = load i16, ptr %55, align 2
  %57 = zext i16 %56 to i64
  %58 = getelementptr inbounds nuw i64, ptr %4, i64 %57
  store i64 %54, ptr %58, align 8
  %59 = add i64 %49, 1
  br label %48

60:
  %61 = phi i64 [ %70, %63 ], [ 0, %30 ]
  %62 = icmp eq i64 %61, %7
  br i1 %62, label %87, label %63

63:
  %64 = getelementptr inbounds nuw i64, ptr %32, i64 %61
  %65 = load i64, ptr %64, align 8
  %66 = getelementptr inbounds nuw i16, ptr %35, i64 %61
  %67 = load i16, ptr %66, align 2
  %68 = zext i16 %67 to i64
  %69 = getelementptr inbounds nuw i64, ptr %4, i64 %68
  store i64 %65, ptr %69, align 8
  %70 = add i64 %61, 1
  br label %60

71:
  %72 = phi i64 [ %86, %74 ], [ 0, %30 ]
  %73 = icmp eq i64 %72, %7
  br i1 %73, label %87, label %74

74:
  %75 = load i64, ptr %8, align 8
  %76 = icmp eq i64 %75, 0
  %77 = getelementptr inbounds nuw i8, ptr %32, i64 %72
  %78 = load i8, ptr %77, align 1
  %79 = sext i8 %78 to i64
  %80 = zext i8 %78 to i64
  %81 = select i1 %76, i64 %79, i64 %80
  %82 = getelementptr inbounds nuw i16, ptr %35, i64 %72
  %83 = load i16, ptr %82, align 2
  %84 = zext i16 %83 to i64
  %85 = getelementptr inbounds nuw i64, ptr %4, i64 %84
  store i64 %81, ptr %85, align 8
  %86 = add i64 %72, 1
  br label %71

87:
  %88 = add i64 %21, 1
  br label %20
}

define internal i64 @scatter(ptr %0, i64 %1, i64 %2, ptr %3, ptr %4) {
  %6 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = icmp slt i64 %9, 2
  br i1 %10, label %16, label %11

11:
  %12 = icmp samesign ult i64 %9, 4
  br i1 %12, label %16, label %13

13:
  %14 = icmp eq i64 %9, 7
  %15 = select i1 %14, i64 8, i64 4
  br label %16

16:
  %17 = phi i64 [ 1, %5 ], [ %15, %13 ], [ 2, %11 ]
  %18 = getelementptr i8, ptr %0, i64 %2
  %19 = load i64, ptr @frame_bytes, align 8
  br label %20

20:
  %21 = phi i64 [ 0, %16 ], [ %84, %83 ]
  %22 = lshr i64 %1, %21
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %27

24:
  %25 = mul i64 %17, %7
  %26 = add i64 %25, %2
  ret i64 %26

27:
  %28 = and i64 %22, 1
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %83, label %30

30:
  %31 = mul i64 %19, %21
  %32 = getelementptr i8, ptr %18, i64 %31
  %33 = load ptr, ptr %3, align 8
  %34 = mul i64 %21, %7
  %35 = getelementptr inbounds nuw i16, ptr %33, i64 %34
  switch i64 %17, label %71 [
    i64 2, label %36
    i64 4, label %48
    i64 8, label %60
  ]

36:
  %37 = phi i64 [ %47, %39 ], [ 0, %30 ]
  %38 = icmp eq i64 %37, %7
  br i1 %38, label %83, label %39

39:
  %40 = getelementptr inbounds nuw i16, ptr %35, i64 %37
  %41 = load i16, ptr %40, align 2
  %42 = zext i16 %41 to i64
  %43 = getelementptr inbounds nuw i64, ptr %4, i64 %42
  %44 = load i64, ptr %43, align 8
  %45 = trunc i64 %44 to i16
  %46 = getelementptr inbounds nuw i16, ptr %32, i64 %37
  store i16 %45, ptr %46, align 2
  %47 = add i64 %37, 1
  br label %36

48:
  %49 = phi i64 [ %59, %51 ], [ 0, %30 ]
  %50 = icmp eq i64 %49, %7
  br i1 %50, label %83, label %51

51:
  %52 = getelementptr inbounds nuw i16, ptr %35, i64 %49
  %53 = load i16, ptr %52, align 2
  %54 = zext i16 %53 to i64
  %55 = getelementptr inbounds nuw i64, ptr %4, i64 %54
  %56 = load i64, ptr %55, align 8
  %57 = trunc i64 %56 to i32
  %58 = getelementptr inbounds nuw i32, ptr %32, i64 %49
  store i32 %57, ptr %58, align 4
  %59 = add i64 %49, 1
  br label %48

60:
  %61 = phi i64 [ %70, %63 ], [ 0, %30 ]
  %62 = icmp eq i64 %61, %7
  br i1 %62, label %83, label %63

63:
  %64 = getelementptr inbounds nuw i16, ptr %35, i64 %61
  %65 = load i16, ptr %64, align 2
  %66 = zext i16 %65 to i64
  %67 = getelementptr inbounds nuw i64, ptr %4, i64 %66
  %68 = load i64, ptr %67, align 8
  %69 = getelementptr inbounds nuw i64, ptr %32, i64 %61
  store i64 %68, ptr %69, align 8
  %70 = add i64 %61, 1
  br label %60

71:
  %72 = phi i64 [ %82, %74 ], [ 0, %30 ]
  %73 = icmp eq i64 %72, %7
  br i1 %73, label %83, label %74

74:
  %75 = getelementptr inbounds nuw i16, ptr %35, i64 %72
  %76 = load i16, ptr %75, align 2
  %77 = zext i16 %76 to i64
  %78 = getelementptr inbounds nuw i64, ptr %4, i64 %77
  %79 = load i64, ptr %78, align 8
  %80 = trunc i64 %79 to i8
  %81 = getelementptr inbounds nuw i8, ptr %32, i64 %72
  store i8 %80, ptr %81, align 1
  %82 = add i64 %72, 1
  br label %71

83:
  %84 = add i64 %21, 1
  br label %20
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
  %23 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %25

25:
  %26 = phi i64 [ 0, %17 ], [ %73, %72 ]
  %27 = lshr i64 %2, %26
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %74, label %29

29:
  %30 = and i64 %27, 1
  %31 = icmp eq i64 %30, 0
  br i1 %31, label %72, label %32

32:
  %33 = mul i64 %19, %26
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 80
  %36 = getelementptr inbounds nuw i8, ptr %34, i64 88
  br label %37

37:
  %38 = phi i64 [ 0, %32 ], [ %71, %70 ]
  %39 = load i64, ptr %20, align 8
  %40 = icmp ult i64 %38, %39
  br i1 %40, label %41, label %72

41:
  %42 = load ptr, ptr %6, align 8
  %43 = mul i64 %39, %26
  %44 = getelementptr [2 x i32], ptr %42, i64 %43
  %45 = getelementptr [2 x i32], ptr %44, i64 %38
  %46 = load i32, ptr %45, align 4
  %47 = icmp slt i32 %46, 0
  br i1 %47, label %70, label %48

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
  tail call void @record_access(ptr %0, ptr %34, i64 %3, i64 %61, i64 0, i64 0)
  br label %64

64:
  %65 = load i64, ptr %23, align 8
  %66 = mul i64 %65, %49
  %67 = getelementptr i64, ptr %8, i64 %66
  %68 = getelementptr i64, ptr %67, i64 %52
  %69 = load i64, ptr %24, align 8
  call void @widen(ptr %60, i64 %10, i64 %69, ptr %68)
  br label %70

70:
  %71 = add nuw i64 %38, 1
  br label %37

72:
  %73 = add i64 %26, 1
  br label %25

74:
  %75 = call i64 @scatter(ptr %1, i64 %2, i64 %4, ptr %5, ptr %8)
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
  %24 = getelementptr inbounds nuw i8, ptr %6, i64 24
  %25 = getelementptr inbounds nuw i8, ptr %6, i64 16
  br label %26

26:
  %27 = phi i64 [ 0, %18 ], [ %74, %73 ]
  %28 = lshr i64 %2, %27
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %75, label %30

30:
  %31 = and i64 %28, 1
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %73, label %33

33:
  %34 = mul i64 %20, %27
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 %34
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 80
  %37 = getelementptr inbounds nuw i8, ptr %35, i64 88
  br label %38

38:
  %39 = phi i64 [ 0, %33 ], [ %72, %71 ]
  %40 = load i64, ptr %21, align 8
  %41 = icmp ult i64 %39, %40
  br i1 %41, label %42, label %73

42:
  %43 = load ptr, ptr %6, align 8
  %44 = mul i64 %40, %27
  %45 = getelementptr [2 x i32], ptr %43, i64 %44
  %46 = getelementptr [2 x i32], ptr %45, i64 %39
  %47 = load i32, ptr %46, align 4
  %48 = icmp slt i32 %47, 0
  br i1 %48, label %71, label %49

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
  tail call void @record_access(ptr %0, ptr %35, i64 %3, i64 %62, i64 0, i64 0)
  br label %65

65:
  %66 = load i64, ptr %24, align 8
  %67 = mul i64 %66, %50
  %68 = getelementptr i64, ptr %8, i64 %67
  %69 = getelementptr i64, ptr %68, i64 %53
  %70 = load i64, ptr %25, align 8
  call void @narrow(ptr %61, i64 %11, i64 %70, ptr %69)
  br label %71

71:
  %72 = add nuw i64 %39, 1
  br label %38

73:
  %74 = add i64 %27, 1
  br label %26

75:
  ret void
}

declare void @record_access(ptr, ptr, i64, i64, i64, i64)
