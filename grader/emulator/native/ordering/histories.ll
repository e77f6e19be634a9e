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
  br i1 %69, label %284, label %70

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
  br i1 %83, label %90, label %284

90:
  call void @insert(ptr %0, ptr %10, ptr %2)
  br label %277

91:
  %92 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %93 = getelementptr inbounds nuw i8, ptr %2, i64 12
  %94 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %95 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %96 = lshr i64 %3, 16
  %97 = and i64 %96, 65535
  %98 = zext i8 %31 to i64
  %99 = icmp eq i64 %8, 256
  %100 = zext i8 %34 to i64
  br label %101

101:
  %102 = phi ptr [ %144, %247 ], [ null, %91 ]
  %103 = phi ptr [ %248, %247 ], [ null, %91 ]
  %104 = phi i64 [ %234, %247 ], [ 0, %91 ]
  %105 = phi i8 [ %238, %247 ], [ 0, %91 ]
  %106 = phi i1 [ %214, %247 ], [ false, %91 ]
  %107 = phi ptr [ %249, %247 ], [ %2, %91 ]
  br label %108

108:
  %109 = phi ptr [ %144, %224 ], [ %102, %101 ]
  %110 = phi i1 [ %214, %224 ], [ %106, %101 ]
  %111 = load i64, ptr %107, align 8
  %112 = icmp eq i64 %111, 0
  br i1 %112, label %250, label %113

113:
  %114 = load ptr, ptr %92, align 8
  %115 = getelementptr inbounds nuw i8, ptr %114, i64 %111
  %116 = icmp eq ptr %109, null
  %117 = getelementptr inbounds nuw i8, ptr %115, i64 8
  %118 = load i64, ptr %117, align 8
  %119 = and i64 %118, 31
  %120 = icmp eq i64 %119, 2
  %121 = select i1 %116, i1 %120, i1 false
  %122 = and i1 %40, %121
  %123 = select i1 %121, ptr %107, ptr %109
  br i1 %122, label %124, label %143

124:
  %125 = load i32, ptr %71, align 8
  %126 = lshr i32 %125, 8
  %127 = load i32, ptr %93, align 4
  %128 = icmp ult i32 %126, %127
  br i1 %128, label %129, label %143

129:
  %130 = load i64, ptr %115, align 8
  %131 = xor i64 %130, %3
  %132 = icmp ult i64 %131, 65536
  %133 = icmp eq i64 %118, %23
  %134 = select i1 %132, i1 %133, i1 false
  br i1 %134, label %277, label %135

135:
  %136 = and i32 %125, -256
  %137 = add i32 %136, 256
  %138 = and i32 %125, 248
  %139 = zext nneg i8 %105 to i32
  %140 = or i32 %138, %139
  %141 = or disjoint i32 %140, %137
  %142 = or i32 %141, 2
  store i32 %142, ptr %71, align 8
  call void @insert(ptr %0, ptr %10, ptr %107)
  br label %277

143:
  %144 = phi ptr [ %107, %124 ], [ %123, %113 ]
  %145 = and i64 %118, 15
  %146 = lshr i64 %118, 8
  %147 = load i64, ptr %115, align 8
  %148 = lshr i64 %147, 16
  %149 = and i64 %148, 65535
  %150 = load i64, ptr %19, align 8
  %151 = icmp eq i64 %146, %150
  br i1 %151, label %154, label %152

152:
  %153 = lshr i64 %147, 32
  br label %165

154:
  %155 = icmp eq i64 %149, %97
  %156 = lshr i64 %147, 32
  %157 = and i64 %118, 16
  %158 = icmp eq i64 %157, 0
  br i1 %158, label %165, label %159

159:
  %160 = tail call i64 @copy_time(ptr %0, ptr %115)
  %161 = load i64, ptr %19, align 8
  %162 = icmp ne i64 %146, %161
  %163 = freeze i1 %162
  %164 = select i1 %163, i64 32, i64 24
  br label %165

165:
  %166 = phi i64 [ %160, %159 ], [ %153, %152 ], [ %156, %154 ]
  %167 = phi i1 [ %155, %159 ], [ false, %152 ], [ %155, %154 ]
  %168 = phi i64 [ %156, %159 ], [ %153, %152 ], [ %156, %154 ]
  %169 = phi i1 [ %163, %159 ], [ true, %152 ], [ false, %154 ]
  %170 = phi i64 [ %164, %159 ], [ 32, %152 ], [ 24, %154 ]
  %171 = icmp eq i64 %166, 4294967295
  %172 = load ptr, ptr %94, align 8
  %173 = getelementptr inbounds nuw i8, ptr %10, i64 %170
  %174 = load i64, ptr %173, align 8
  %175 = icmp eq ptr %172, null
  br i1 %175, label %188, label %176

176:
  %177 = load i64, ptr %95, align 8
  %178 = icmp eq i64 %177, 0
  %179 = select i1 %169, i1 %178, i1 false
  br i1 %179, label %188, label %180

180:
  %181 = getelementptr inbounds nuw i8, ptr %172, i64 16
  %182 = mul i64 %177, %146
  %183 = getelementptr i32, ptr %181, i64 %182
  %184 = getelementptr i32, ptr %183, i64 %149
  %185 = load i32, ptr %184, align 4
  %186 = zext i32 %185 to i64
  %187 = tail call i64 @llvm.umax.i64(i64 %174, i64 %186)
  br label %188

188:
  %189 = phi i64 [ %187, %180 ], [ %174, %176 ], [ %174, %165 ]
  br i1 %171, label %193, label %190

190:
  %191 = icmp ult i64 %166, %189
  %192 = select i1 %167, i1 true, i1 %191
  br label %193

193:
  %194 = phi i1 [ false, %188 ], [ %192, %190 ]
  %195 = and i64 %145, %98
  %196 = icmp ne i64 %195, 0
  %197 = xor i1 %196, true
  %198 = select i1 %197, i1 true, i1 %194
  br i1 %198, label %213, label %199

199:
  %200 = icmp ult i64 %168, %189
  %201 = select i1 %167, i1 true, i1 %200
  %202 = select i1 %171, i1 %201, i1 false
  %203 = select i1 %202, i64 32, i64 0
  %204 = tail call i1 @told_by_flag(ptr %0, ptr %1, i64 %146, i64 %149, i64 %166)
  %205 = select i1 %204, i64 16, i64 0
  %206 = load i64, ptr %115, align 8
  %207 = shl i64 %146, 16
  %208 = add i64 %207, 65536
  %209 = or disjoint i64 %203, %208
  %210 = or disjoint i64 %205, %209
  %211 = or i64 %8, %210
  %212 = or i64 %211, %145
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %5, i64 %6, i64 %7, i64 %206, i64 %212)
  br label %213

213:
  %214 = phi i1 [ %110, %193 ], [ true, %199 ]
  %215 = xor i1 %171, true
  %216 = icmp ult i64 %166, %50
  %217 = select i1 %215, i1 %216, i1 false
  %218 = and i1 %99, %217
  br i1 %218, label %224, label %219

219:
  %220 = and i64 %145, %100
  %221 = icmp ne i64 %220, 0
  %222 = or i1 %196, %194
  %223 = select i1 %221, i1 %222, i1 false
  br i1 %223, label %224, label %232

224:
  %225 = getelementptr inbounds nuw i8, ptr %115, i64 16
  %226 = load i64, ptr %225, align 8
  store i64 %226, ptr %107, align 8
  %227 = load ptr, ptr %13, align 8
  %228 = getelementptr inbounds nuw i8, ptr %227, i64 24
  %229 = load i64, ptr %228, align 8
  store i64 %229, ptr %225, align 8
  %230 = load ptr, ptr %13, align 8
  %231 = getelementptr inbounds nuw i8, ptr %230, i64 24
  store i64 %111, ptr %231, align 8
  br label %108

232:
  %233 = getelementptr inbounds nuw i8, ptr %115, i64 8
  %234 = add i64 %104, 1
  %235 = load i64, ptr %233, align 8
  %236 = trunc i64 %235 to i8
  %237 = and i8 %236, 15
  %238 = or i8 %237, %105
  br i1 %37, label %239, label %247

239:
  %240 = load i64, ptr %115, align 8
  %241 = xor i64 %240, %3
  %242 = and i64 %241, 4292870144
  %243 = icmp eq i64 %242, 0
  %244 = icmp eq i64 %235, %23
  %245 = select i1 %244, i1 %243, i1 false
  %246 = select i1 %245, ptr %115, ptr %103
  br label %247

247:
  %248 = phi ptr [ %103, %232 ], [ %246, %239 ]
  %249 = getelementptr inbounds nuw i8, ptr %115, i64 16
  br label %101

250:
  %251 = icmp ugt i64 %104, 64
  %252 = select i1 %110, i1 %251, i1 false
  br i1 %252, label %253, label %256

253:
  tail call void @free_list(ptr %0, ptr %2)
  %254 = zext nneg i8 %12 to i32
  %255 = or disjoint i32 %254, 256
  store i32 %255, ptr %71, align 8
  store i32 16, ptr %93, align 4
  call void @insert(ptr %0, ptr %10, ptr %2)
  br label %277

256:
  %257 = or i8 %105, %12
  %258 = zext nneg i8 %257 to i32
  %259 = trunc i64 %104 to i32
  %260 = shl i32 %259, 8
  %261 = add i32 %260, 256
  %262 = or disjoint i32 %261, %258
  store i32 %262, ptr %71, align 8
  %263 = shl i32 %259, 1
  %264 = add i32 %263, 16
  store i32 %264, ptr %93, align 4
  %265 = icmp ugt i64 %104, 320
  br i1 %265, label %266, label %273

266:
  %267 = icmp eq ptr %103, null
  br i1 %267, label %269, label %268

268:
  store i64 %3, ptr %103, align 8
  br label %277

269:
  %270 = icmp ult i64 %104, 641
  %271 = icmp eq i8 %12, 1
  %272 = or i1 %271, %270
  br i1 %272, label %273, label %284

273:
  %274 = icmp eq ptr %109, null
  %275 = select i1 %274, ptr %107, ptr %109
  %276 = select i1 %40, ptr %275, ptr %2
  call void @insert(ptr %0, ptr %10, ptr %276)
  br label %277

277:
  %278 = icmp eq i8 %12, 1
  br i1 %278, label %279, label %284

279:
  %280 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %281 = load ptr, ptr %280, align 8
  %282 = icmp eq ptr %281, null
  br i1 %282, label %284, label %283

283:
  tail call void @set_row(ptr %0, ptr %280, ptr null)
  br label %284

284:
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
