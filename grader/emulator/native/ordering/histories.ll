%struct.Present = type { i64, i64, i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i64 }

@shared_history = external constant i64, align 8
@shared_granule = external constant i64, align 8
@shared_stride = external constant i64, align 8
@CONFLICTS = internal constant [9 x i8] c"\00\0F\05\00\03\00\00\00\01", align 1
@STANDS_FOR = internal constant [9 x i8] c"\00\0F\0A\00\0C\00\00\00\08", align 1

define internal void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = alloca %struct.Present, align 8
  %11 = trunc i64 %4 to i8
  %12 = and i8 %11, 15
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds nuw i8, ptr %14, i64 48
  %16 = load i64, ptr %15, align 8
  %17 = icmp eq i64 %16, 0
  store i64 %3, ptr %10, align 8
  %18 = getelementptr inbounds nuw i8, ptr %10, i64 8
  %19 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %20 = load i64, ptr %19, align 8
  %21 = shl i64 %20, 8
  %22 = and i64 %4, 31
  %23 = or disjoint i64 %21, %22
  store i64 %23, ptr %18, align 8
  %24 = getelementptr inbounds nuw i8, ptr %10, i64 16
  store i8 %12, ptr %24, align 8
  %25 = getelementptr inbounds nuw i8, ptr %10, i64 17
  %26 = and i64 %4, 15
  %27 = getelementptr inbounds nuw i8, ptr @CONFLICTS, i64 %26
  %28 = load i8, ptr %27, align 1
  %29 = lshr i8 %11, 3
  %30 = and i8 %29, 4
  %31 = or i8 %28, %30
  store i8 %31, ptr %25, align 1
  %32 = getelementptr inbounds nuw i8, ptr %10, i64 18
  %33 = getelementptr inbounds nuw i8, ptr @STANDS_FOR, i64 %26
  %34 = load i8, ptr %33, align 1
  store i8 %34, ptr %32, align 2
  %35 = getelementptr inbounds nuw i8, ptr %10, i64 19
  %36 = and i64 %4, 16
  %37 = icmp eq i64 %36, 0
  %38 = zext i1 %37 to i8
  store i8 %38, ptr %35, align 1
  %39 = getelementptr inbounds nuw i8, ptr %10, i64 20
  %40 = icmp eq i64 %22, 2
  %41 = zext i1 %40 to i8
  store i8 %41, ptr %39, align 4
  %42 = getelementptr inbounds nuw i8, ptr %10, i64 21
  call void @llvm.memset.p0.i64(ptr %42, i8 0, i64 3, i1 false)
  br i1 %17, label %43, label %49

43:
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %45 = load i64, ptr %44, align 8
  %46 = lshr i64 %45, 32
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %48 = load i64, ptr %47, align 8
  br label %49

49:
  %50 = phi i64 [ %46, %43 ], [ 4294967296, %9 ]
  %51 = phi i64 [ %48, %43 ], [ 4294967296, %9 ]
  %52 = getelementptr inbounds nuw i8, ptr %10, i64 24
  store i64 %50, ptr %52, align 8
  %53 = getelementptr inbounds nuw i8, ptr %10, i64 32
  store i64 %51, ptr %53, align 8
  %54 = getelementptr inbounds nuw i8, ptr %10, i64 40
  %55 = getelementptr inbounds nuw i8, ptr %10, i64 48
  %56 = getelementptr inbounds nuw i8, ptr %10, i64 56
  %57 = getelementptr inbounds nuw i8, ptr %10, i64 64
  store i64 %5, ptr %54, align 8
  store i64 %6, ptr %55, align 8
  store i64 %7, ptr %56, align 8
  store i64 %8, ptr %57, align 8
  br i1 %37, label %58, label %70

58:
  %59 = load i64, ptr %2, align 8
  %60 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %61 = load ptr, ptr %60, align 8
  %62 = getelementptr inbounds nuw i8, ptr %61, i64 %59
  %63 = load i64, ptr %62, align 8
  %64 = xor i64 %63, %3
  %65 = icmp ult i64 %64, 65536
  br i1 %65, label %66, label %70

66:
  %67 = getelementptr inbounds nuw i8, ptr %62, i64 8
  %68 = load i64, ptr %67, align 8
  %69 = icmp eq i64 %68, %23
  br i1 %69, label %276, label %70

70:
  %71 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %72 = load i32, ptr %71, align 8
  %73 = zext i8 %31 to i32
  %74 = and i32 %72, %73
  %75 = icmp eq i32 %74, 0
  br i1 %75, label %76, label %91

76:
  %77 = lshr i32 %72, 8
  %78 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %79 = load i32, ptr %78, align 4
  %80 = icmp ult i32 %77, %79
  %81 = and i1 %37, %80
  br i1 %81, label %82, label %91

82:
  %83 = icmp ult i32 %72, 164096
  %84 = and i32 %72, -256
  %85 = add i32 %84, 256
  %86 = and i32 %72, 255
  %87 = zext nneg i8 %12 to i32
  %88 = or i32 %86, %87
  %89 = or disjoint i32 %85, %88
  store i32 %89, ptr %71, align 8
  br i1 %83, label %90, label %276

90:
  call void @insert(ptr %0, ptr %10, ptr %2)
  br label %269

91:
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %93 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %94 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %96 = lshr i64 %3, 16
  %97 = and i64 %96, 65535
  %98 = zext i8 %31 to i64
  %99 = zext i8 %34 to i64
  br label %100

100:
  %101 = phi ptr [ %141, %239 ], [ null, %91 ]
  %102 = phi ptr [ %240, %239 ], [ null, %91 ]
  %103 = phi i64 [ %226, %239 ], [ 0, %91 ]
  %104 = phi i8 [ %230, %239 ], [ 0, %91 ]
  %105 = phi i1 [ %211, %239 ], [ false, %91 ]
  %106 = phi ptr [ %241, %239 ], [ %2, %91 ]
  br label %107

107:
  %108 = phi ptr [ %141, %216 ], [ %101, %100 ]
  %109 = phi i1 [ %211, %216 ], [ %105, %100 ]
  %110 = load i64, ptr %106, align 8
  %111 = icmp eq i64 %110, 0
  br i1 %111, label %242, label %112

112:
  %113 = load ptr, ptr %92, align 8
  %114 = getelementptr inbounds nuw i8, ptr %113, i64 %110
  %115 = icmp eq ptr %108, null
  %116 = getelementptr inbounds nuw i8, ptr %114, i64 8
  %117 = load i64, ptr %116, align 8
  %118 = and i64 %117, 31
  %119 = icmp eq i64 %118, 2
  %120 = select i1 %115, i1 %119, i1 false
  %121 = and i1 %40, %120
  %122 = select i1 %120, ptr %106, ptr %108
  br i1 %121, label %123, label %140

123:
  %124 = load i32, ptr %71, align 8
  %125 = lshr i32 %124, 8
  %126 = load i32, ptr %93, align 4
  %127 = icmp ult i32 %125, %126
  br i1 %127, label %128, label %140

128:
  %129 = load i64, ptr %114, align 8
  %130 = xor i64 %129, %3
  %131 = icmp ult i64 %130, 65536
  %132 = icmp eq i64 %117, %23
  %133 = select i1 %131, i1 %132, i1 false
  br i1 %133, label %269, label %134

134:
  %135 = and i32 %124, -256
  %136 = add i32 %135, 256
  %137 = and i32 %124, 253
  %138 = or disjoint i32 %137, 2
  %139 = or disjoint i32 %136, %138
  store i32 %139, ptr %71, align 8
  call void @insert(ptr %0, ptr %10, ptr %106)
  br label %269

140:
  %141 = phi ptr [ %106, %123 ], [ %122, %112 ]
  %142 = and i64 %117, 15
  %143 = lshr i64 %117, 8
  %144 = load i64, ptr %114, align 8
  %145 = lshr i64 %144, 16
  %146 = and i64 %145, 65535
  %147 = load i64, ptr %19, align 8
  %148 = icmp eq i64 %143, %147
  br i1 %148, label %151, label %149

149:
  %150 = lshr i64 %144, 32
  br label %162

151:
  %152 = icmp eq i64 %146, %97
  %153 = lshr i64 %144, 32
  %154 = and i64 %117, 16
  %155 = icmp eq i64 %154, 0
  br i1 %155, label %162, label %156

156:
  %157 = tail call i64 @copy_time(ptr %0, ptr %114)
  %158 = load i64, ptr %19, align 8
  %159 = icmp ne i64 %143, %158
  %160 = freeze i1 %159
  %161 = select i1 %160, i64 32, i64 24
  br label %162

162:
  %163 = phi i64 [ %157, %156 ], [ %150, %149 ], [ %153, %151 ]
  %164 = phi i1 [ %152, %156 ], [ false, %149 ], [ %152, %151 ]
  %165 = phi i64 [ %153, %156 ], [ %150, %149 ], [ %153, %151 ]
  %166 = phi i1 [ %160, %156 ], [ true, %149 ], [ false, %151 ]
  %167 = phi i64 [ %161, %156 ], [ 32, %149 ], [ 24, %151 ]
  %168 = icmp eq i64 %163, 4294967295
  %169 = load ptr, ptr %94, align 8
  %170 = getelementptr inbounds nuw i8, ptr %10, i64 %167
  %171 = load i64, ptr %170, align 8
  %172 = icmp eq ptr %169, null
  br i1 %172, label %185, label %173

173:
  %174 = load i64, ptr %95, align 8
  %175 = icmp eq i64 %174, 0
  %176 = select i1 %166, i1 %175, i1 false
  br i1 %176, label %185, label %177

177:
  %178 = getelementptr inbounds nuw i8, ptr %169, i64 16
  %179 = mul i64 %174, %143
  %180 = getelementptr i32, ptr %178, i64 %179
  %181 = getelementptr i32, ptr %180, i64 %146
  %182 = load i32, ptr %181, align 4
  %183 = zext i32 %182 to i64
  %184 = tail call i64 @llvm.umax.i64(i64 %171, i64 %183)
  br label %185

185:
  %186 = phi i64 [ %184, %177 ], [ %171, %173 ], [ %171, %162 ]
  br i1 %168, label %190, label %187

187:
  %188 = icmp ult i64 %163, %186
  %189 = select i1 %164, i1 true, i1 %188
  br label %190

190:
  %191 = phi i1 [ false, %185 ], [ %189, %187 ]
  %192 = and i64 %142, %98
  %193 = icmp ne i64 %192, 0
  %194 = xor i1 %193, true
  %195 = select i1 %194, i1 true, i1 %191
  br i1 %195, label %210, label %196

196:
  %197 = icmp ult i64 %165, %186
  %198 = select i1 %164, i1 true, i1 %197
  %199 = select i1 %168, i1 %198, i1 false
  %200 = select i1 %199, i64 32, i64 0
  %201 = tail call i1 @told_by_flag(ptr %0, ptr %1, i64 %143, i64 %146, i64 %163)
  %202 = select i1 %201, i64 16, i64 0
  %203 = load i64, ptr %114, align 8
  %204 = shl i64 %143, 16
  %205 = add i64 %204, 65536
  %206 = or disjoint i64 %200, %205
  %207 = or disjoint i64 %202, %206
  %208 = or i64 %8, %207
  %209 = or i64 %208, %142
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %5, i64 %6, i64 %7, i64 %203, i64 %209)
  br label %210

210:
  %211 = phi i1 [ %109, %190 ], [ true, %196 ]
  %212 = and i64 %142, %99
  %213 = icmp ne i64 %212, 0
  %214 = or i1 %193, %191
  %215 = select i1 %213, i1 %214, i1 false
  br i1 %215, label %216, label %224

216:
  %217 = getelementptr inbounds nuw i8, ptr %114, i64 16
  %218 = load i64, ptr %217, align 8
  store i64 %218, ptr %106, align 8
  %219 = load ptr, ptr %13, align 8
  %220 = getelementptr inbounds nuw i8, ptr %219, i64 24
  %221 = load i64, ptr %220, align 8
  store i64 %221, ptr %217, align 8
  %222 = load ptr, ptr %13, align 8
  %223 = getelementptr inbounds nuw i8, ptr %222, i64 24
  store i64 %110, ptr %223, align 8
  br label %107

224:
  %225 = getelementptr inbounds nuw i8, ptr %114, i64 8
  %226 = add i64 %103, 1
  %227 = load i64, ptr %225, align 8
  %228 = trunc i64 %227 to i8
  %229 = and i8 %228, 15
  %230 = or i8 %229, %104
  br i1 %37, label %231, label %239

231:
  %232 = load i64, ptr %114, align 8
  %233 = xor i64 %232, %3
  %234 = and i64 %233, 4292870144
  %235 = icmp eq i64 %234, 0
  %236 = icmp eq i64 %227, %23
  %237 = select i1 %236, i1 %235, i1 false
  %238 = select i1 %237, ptr %114, ptr %102
  br label %239

239:
  %240 = phi ptr [ %102, %224 ], [ %238, %231 ]
  %241 = getelementptr inbounds nuw i8, ptr %114, i64 16
  br label %100

242:
  %243 = icmp ugt i64 %103, 64
  %244 = select i1 %109, i1 %243, i1 false
  br i1 %244, label %245, label %248

245:
  tail call void @free_list(ptr %0, ptr %2)
  %246 = zext nneg i8 %12 to i32
  %247 = or disjoint i32 %246, 256
  store i32 %247, ptr %71, align 8
  store i32 16, ptr %93, align 4
  call void @insert(ptr %0, ptr %10, ptr %2)
  br label %269

248:
  %249 = or i8 %104, %12
  %250 = zext nneg i8 %249 to i32
  %251 = trunc i64 %103 to i32
  %252 = shl i32 %251, 8
  %253 = add i32 %252, 256
  %254 = or disjoint i32 %253, %250
  store i32 %254, ptr %71, align 8
  %255 = shl i32 %251, 1
  %256 = add i32 %255, 16
  store i32 %256, ptr %93, align 4
  %257 = icmp ugt i64 %103, 320
  br i1 %257, label %258, label %265

258:
  %259 = icmp eq ptr %102, null
  br i1 %259, label %261, label %260

260:
  store i64 %3, ptr %102, align 8
  br label %269

261:
  %262 = icmp ult i64 %103, 641
  %263 = icmp eq i8 %12, 1
  %264 = or i1 %263, %262
  br i1 %264, label %265, label %276

265:
  %266 = icmp eq ptr %108, null
  %267 = select i1 %266, ptr %106, ptr %108
  %268 = select i1 %40, ptr %267, ptr %2
  call void @insert(ptr %0, ptr %10, ptr %268)
  br label %269

269:
  %270 = icmp eq i8 %12, 1
  br i1 %270, label %271, label %276

271:
  %272 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %273 = load ptr, ptr %272, align 8
  %274 = icmp eq ptr %273, null
  br i1 %274, label %276, label %275

275:
  tail call void @set_row(ptr %0, ptr %272, ptr null)
  br label %276

276:
  ret void
}

define internal void @insert(ptr %0, ptr %1, ptr %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %5 = load ptr, ptr %4, align 8
  %6 = getelementptr inbounds nuw i8, ptr %5, i64 24
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %15, label %10

10:
  %11 = load ptr, ptr %8, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 %7
  %13 = getelementptr inbounds nuw i8, ptr %12, i64 16
  %14 = load i64, ptr %13, align 8
  store i64 %14, ptr %6, align 8
  br label %25

15:
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 32
  %17 = load i64, ptr %16, align 8
  %18 = add i64 %17, 32
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = icmp ugt i64 %18, %20
  br i1 %21, label %43, label %22

22:
  store i64 %18, ptr %16, align 8
  %23 = load ptr, ptr %8, align 8
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 %17
  br label %25

25:
  %26 = phi i64 [ %7, %10 ], [ %17, %22 ]
  %27 = phi ptr [ %12, %10 ], [ %24, %22 ]
  %28 = load i64, ptr %1, align 8
  store i64 %28, ptr %27, align 8
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 8
  store i64 %30, ptr %31, align 8
  %32 = load i64, ptr %2, align 8
  %33 = getelementptr inbounds nuw i8, ptr %27, i64 16
  store i64 %32, ptr %33, align 8
  store i64 %26, ptr %2, align 8
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 19
  %35 = load i8, ptr %34, align 1
  %36 = trunc nuw i8 %35 to i1
  br i1 %36, label %43, label %37

37:
  %38 = load i64, ptr %1, align 8
  %39 = lshr i64 %38, 16
  %40 = and i64 %39, 65535
  %41 = tail call i64 @open_group(ptr %0, i64 %40)
  %42 = getelementptr inbounds nuw i8, ptr %27, i64 24
  store i64 %41, ptr %42, align 8
  br label %43

43:
  ret void
}

declare void @set_row(ptr, ptr, ptr)

define internal void @poll(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, ptr %9) {
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 152
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, %2
  br i1 %13, label %14, label %24

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 160
  %16 = load i64, ptr %15, align 8
  %17 = xor i64 %16, %3
  %18 = icmp ult i64 %17, 65536
  br i1 %18, label %19, label %24

19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 168
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr %9, align 8
  %23 = icmp eq i64 %21, %22
  br i1 %23, label %28, label %24

24:
  store ptr %2, ptr %11, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 160
  store i64 %3, ptr %25, align 8
  %26 = load i64, ptr %9, align 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 168
  store i64 %26, ptr %27, align 8
  tail call void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8)
  br label %28

28:
  ret void
}

define internal void @forget_shared(ptr %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = load i64, ptr @shared_history, align 8
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 %4
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 56
  %7 = load i64, ptr @shared_granule, align 8
  %8 = load i64, ptr @shared_stride, align 8
  br label %9

9:
  %10 = phi i64 [ 0, %1 ], [ %23, %21 ]
  %11 = phi ptr [ %5, %1 ], [ %24, %21 ]
  %12 = load i64, ptr %6, align 8
  %13 = icmp ult i64 %10, %12
  br i1 %13, label %15, label %14

14:
  ret void

15:
  %16 = load i64, ptr %11, align 8
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %21, label %18

18:
  tail call void @free_list(ptr %0, ptr %11)
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 12
  store i32 0, ptr %19, align 4
  %20 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 0, ptr %20, align 8
  br label %21

21:
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 16
  tail call void @set_row(ptr %0, ptr %22, ptr null)
  %23 = add i64 %7, %10
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 %8
  br label %9
}

define internal void @free_list(ptr %0, ptr %1) {
  %3 = load i64, ptr %1, align 8
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %5 = load ptr, ptr %4, align 8
  br label %6

6:
  %7 = phi i64 [ %3, %2 ], [ %10, %6 ]
  %8 = getelementptr inbounds nuw i8, ptr %5, i64 %7
  %9 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %12, label %6

12:
  %13 = getelementptr inbounds nuw i8, ptr %8, i64 16
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 24
  %17 = load i64, ptr %16, align 8
  store i64 %17, ptr %13, align 8
  %18 = load i64, ptr %1, align 8
  %19 = load ptr, ptr %14, align 8
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 24
  store i64 %18, ptr %20, align 8
  store i64 0, ptr %1, align 8
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

declare i64 @open_group(ptr, i64)

declare i64 @copy_time(ptr, ptr)

declare i1 @told_by_flag(ptr, ptr, i64, i64, i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare i64 @llvm.umax.i64(i64, i64)
