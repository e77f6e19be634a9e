@shared_history = external constant i64, align 8
@shared_granule = external constant i64, align 8
@shared_stride = external constant i64, align 8
@CONFLICTS = internal constant [9 x i8] c"\00\0F\05\00\03\00\00\00\01", align 1
@STANDS_FOR = internal constant [9 x i8] c"\00\0F\0A\00\0C\00\00\00\08", align 1

define internal void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = trunc i64 %4 to i8
  %11 = and i8 %10, 15
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 56
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %18 = load i64, ptr %17, align 8
  %19 = shl i64 %18, 8
  %20 = and i64 %4, 31
  %21 = or disjoint i64 %19, %20
  %22 = and i64 %4, 15
  %23 = getelementptr inbounds nuw i8, ptr @CONFLICTS, i64 %22
  %24 = load i8, ptr %23, align 1
  %25 = lshr i8 %10, 3
  %26 = and i8 %25, 4
  %27 = or i8 %24, %26
  %28 = getelementptr inbounds nuw i8, ptr @STANDS_FOR, i64 %22
  %29 = load i8, ptr %28, align 1
  %30 = and i64 %4, 16
  %31 = icmp eq i64 %30, 0
  %32 = icmp ne i64 %20, 2
  br i1 %16, label %33, label %39

33:
  %34 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %35 = load i64, ptr %34, align 8
  %36 = lshr i64 %35, 32
  %37 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %38 = load i64, ptr %37, align 8
  br label %39

39:
  %40 = phi i64 [ %36, %33 ], [ 4294967296, %9 ]
  %41 = phi i64 [ %38, %33 ], [ 4294967296, %9 ]
  br i1 %31, label %42, label %60

42:
  %43 = load i32, ptr %2, align 8
  %44 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %45 = load ptr, ptr %44, align 8
  %46 = zext i32 %43 to i64
  %47 = getelementptr inbounds nuw i8, ptr %45, i64 %46
  %48 = load i64, ptr %47, align 8
  %49 = icmp eq i64 %48, %21
  br i1 %49, label %50, label %60

50:
  %51 = getelementptr inbounds nuw i8, ptr %47, i64 24
  %52 = getelementptr inbounds nuw i8, ptr %47, i64 12
  %53 = load i32, ptr %52, align 4
  %54 = add i32 %53, -1
  %55 = zext i32 %54 to i64
  %56 = getelementptr inbounds nuw i64, ptr %51, i64 %55
  %57 = load i64, ptr %56, align 8
  %58 = xor i64 %57, %3
  %59 = icmp ult i64 %58, 65536
  br i1 %59, label %355, label %60

60:
  %61 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %62 = load i32, ptr %61, align 4
  %63 = zext i8 %27 to i32
  %64 = and i32 %62, %63
  %65 = icmp eq i32 %64, 0
  br i1 %65, label %66, label %81

66:
  %67 = lshr i32 %62, 8
  %68 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %69 = load i32, ptr %68, align 8
  %70 = icmp ult i32 %67, %69
  %71 = and i1 %31, %70
  br i1 %71, label %72, label %81

72:
  %73 = icmp ult i32 %62, 164096
  %74 = and i32 %62, -256
  %75 = add i32 %74, 256
  %76 = and i32 %62, 255
  %77 = zext nneg i8 %11 to i32
  %78 = or i32 %76, %77
  %79 = or disjoint i32 %75, %78
  store i32 %79, ptr %61, align 4
  br i1 %73, label %80, label %355

80:
  tail call void @insert(ptr %0, ptr %2, i64 %21, i64 %3)
  br label %348

81:
  %82 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %83 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %84 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %85 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %86 = zext i8 %29 to i64
  %87 = lshr i64 %3, 16
  %88 = and i64 %87, 65535
  %89 = zext i8 %27 to i64
  %90 = icmp eq i64 %8, 256
  br label %91

91:
  %92 = phi ptr [ %126, %311 ], [ null, %81 ]
  %93 = phi ptr [ %177, %311 ], [ null, %81 ]
  %94 = phi i64 [ %186, %311 ], [ 0, %81 ]
  %95 = phi i8 [ %315, %311 ], [ 0, %81 ]
  %96 = phi i1 [ %178, %311 ], [ false, %81 ]
  %97 = phi ptr [ %316, %311 ], [ %2, %81 ]
  br label %98

98:
  %99 = phi ptr [ %126, %317 ], [ %92, %91 ]
  %100 = phi ptr [ %318, %317 ], [ %93, %91 ]
  %101 = phi i64 [ %319, %317 ], [ %94, %91 ]
  %102 = phi i1 [ %320, %317 ], [ %96, %91 ]
  %103 = load i32, ptr %97, align 4
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %321, label %105

105:
  %106 = load ptr, ptr %82, align 8
  %107 = zext i32 %103 to i64
  %108 = getelementptr inbounds nuw i8, ptr %106, i64 %107
  %109 = icmp ne ptr %99, null
  %110 = load i64, ptr %108, align 8
  %111 = and i64 %110, 31
  %112 = icmp ne i64 %111, 2
  %113 = select i1 %109, i1 true, i1 %112
  %114 = or i1 %32, %113
  %115 = select i1 %113, ptr %99, ptr %97
  br i1 %114, label %125, label %116

116:
  %117 = load i32, ptr %61, align 4
  %118 = lshr i32 %117, 8
  %119 = load i32, ptr %83, align 8
  %120 = icmp ult i32 %118, %119
  br i1 %120, label %121, label %125

121:
  %122 = zext nneg i8 %95 to i32
  %123 = and i32 %117, -6
  %124 = or i32 %123, %122
  store i32 %124, ptr %61, align 4
  tail call void @stand_beside(ptr %0, ptr %2, ptr %97, i64 %21, i64 %3)
  br label %348

125:
  %126 = phi ptr [ %97, %116 ], [ %115, %105 ]
  %127 = lshr i64 %110, 8
  %128 = load i64, ptr %17, align 8
  %129 = icmp ne i64 %127, %128
  %130 = and i64 %110, 16
  %131 = icmp ne i64 %130, 0
  %132 = or i1 %131, %129
  %133 = and i64 %110, %86
  %134 = icmp eq i64 %133, 0
  %135 = select i1 %132, i1 true, i1 %134
  br i1 %135, label %173, label %136

136:
  %137 = load ptr, ptr %84, align 8
  %138 = icmp eq ptr %137, null
  br i1 %138, label %144, label %139

139:
  %140 = getelementptr inbounds nuw i8, ptr %137, i64 32
  %141 = load i64, ptr %85, align 8
  %142 = mul i64 %141, %127
  %143 = getelementptr inbounds nuw i32, ptr %140, i64 %142
  br label %144

144:
  %145 = phi ptr [ %143, %139 ], [ null, %136 ]
  %146 = getelementptr inbounds nuw i8, ptr %108, i64 24
  %147 = getelementptr inbounds nuw i8, ptr %108, i64 12
  %148 = load i32, ptr %147, align 4
  %149 = zext i32 %148 to i64
  %150 = getelementptr inbounds nuw i64, ptr %146, i64 %149
  %151 = icmp eq ptr %145, null
  br label %152

152:
  %153 = phi ptr [ %146, %144 ], [ %172, %171 ]
  %154 = icmp ult ptr %153, %150
  br i1 %154, label %155, label %317

155:
  %156 = load i64, ptr %153, align 8
  %157 = lshr i64 %156, 32
  %158 = icmp samesign ult i64 %157, %40
  br i1 %158, label %171, label %159

159:
  br i1 %151, label %167, label %160

160:
  %161 = lshr i64 %156, 16
  %162 = and i64 %161, 65535
  %163 = getelementptr inbounds nuw i32, ptr %145, i64 %162
  %164 = load i32, ptr %163, align 4
  %165 = zext i32 %164 to i64
  %166 = icmp samesign ult i64 %157, %165
  br i1 %166, label %171, label %167

167:
  %168 = xor i64 %156, %3
  %169 = and i64 %168, 4294901760
  %170 = icmp eq i64 %169, 0
  br i1 %170, label %171, label %173

171:
  %172 = getelementptr inbounds nuw i8, ptr %153, i64 8
  br label %152

173:
  %174 = getelementptr inbounds nuw i8, ptr %108, i64 12
  %175 = getelementptr inbounds nuw i8, ptr %108, i64 24
  br label %176

176:
  %177 = phi ptr [ %100, %173 ], [ %308, %307 ]
  %178 = phi i1 [ %102, %173 ], [ %283, %307 ]
  %179 = phi i64 [ 0, %173 ], [ %310, %307 ]
  %180 = phi i32 [ 0, %173 ], [ %309, %307 ]
  %181 = load i32, ptr %174, align 4
  %182 = zext i32 %181 to i64
  %183 = icmp samesign ult i64 %179, %182
  br i1 %183, label %188, label %184

184:
  store i32 %180, ptr %174, align 4
  %185 = zext i32 %180 to i64
  %186 = add i64 %101, %185
  %187 = icmp eq i32 %180, 0
  br i1 %187, label %317, label %311

188:
  %189 = getelementptr inbounds nuw i64, ptr %175, i64 %179
  %190 = load i64, ptr %189, align 8
  %191 = load i64, ptr %108, align 8
  %192 = and i64 %191, 15
  %193 = lshr i64 %191, 8
  %194 = lshr i64 %190, 16
  %195 = and i64 %194, 65535
  %196 = load i64, ptr %17, align 8
  %197 = icmp eq i64 %193, %196
  br i1 %197, label %202, label %198

198:
  %199 = lshr i64 %190, 32
  %200 = icmp eq i64 %199, 4294967295
  %201 = load ptr, ptr %84, align 8
  br label %230

202:
  %203 = icmp eq i64 %195, %88
  %204 = lshr i64 %190, 32
  %205 = and i64 %191, 16
  %206 = icmp eq i64 %205, 0
  br i1 %206, label %207, label %210

207:
  %208 = icmp eq i64 %204, 4294967295
  %209 = load ptr, ptr %84, align 8
  br label %216

210:
  %211 = tail call i64 @copy_time(ptr %0, ptr %108)
  %212 = load i64, ptr %17, align 8
  %213 = icmp eq i64 %193, %212
  %214 = icmp eq i64 %211, 4294967295
  %215 = load ptr, ptr %84, align 8
  br i1 %213, label %216, label %230

216:
  %217 = phi ptr [ %209, %207 ], [ %215, %210 ]
  %218 = phi i1 [ %208, %207 ], [ %214, %210 ]
  %219 = phi i64 [ %204, %207 ], [ %211, %210 ]
  %220 = icmp eq ptr %217, null
  br i1 %220, label %250, label %221

221:
  %222 = getelementptr inbounds nuw i8, ptr %217, i64 32
  %223 = load i64, ptr %85, align 8
  %224 = mul i64 %223, %193
  %225 = getelementptr i32, ptr %222, i64 %224
  %226 = getelementptr i32, ptr %225, i64 %195
  %227 = load i32, ptr %226, align 4
  %228 = zext i32 %227 to i64
  %229 = tail call i64 @llvm.umax.i64(i64 %228, i64 %40)
  br i1 %218, label %258, label %251

230:
  %231 = phi ptr [ %201, %198 ], [ %215, %210 ]
  %232 = phi i1 [ %200, %198 ], [ %214, %210 ]
  %233 = phi i64 [ %199, %198 ], [ %211, %210 ]
  %234 = phi i1 [ false, %198 ], [ %203, %210 ]
  %235 = phi i64 [ %199, %198 ], [ %204, %210 ]
  %236 = icmp eq ptr %231, null
  br i1 %236, label %248, label %237

237:
  %238 = load i64, ptr %85, align 8
  %239 = icmp eq i64 %238, 0
  br i1 %239, label %248, label %240

240:
  %241 = getelementptr inbounds nuw i8, ptr %231, i64 32
  %242 = mul i64 %238, %193
  %243 = getelementptr i32, ptr %241, i64 %242
  %244 = getelementptr i32, ptr %243, i64 %195
  %245 = load i32, ptr %244, align 4
  %246 = zext i32 %245 to i64
  %247 = tail call i64 @llvm.umax.i64(i64 %246, i64 %41)
  br label %248

248:
  %249 = phi i64 [ %247, %240 ], [ %41, %237 ], [ %41, %230 ]
  br i1 %232, label %258, label %251

250:
  br i1 %218, label %258, label %251

251:
  %252 = phi i64 [ %249, %248 ], [ %40, %250 ], [ %229, %221 ]
  %253 = phi i64 [ %235, %248 ], [ %204, %250 ], [ %204, %221 ]
  %254 = phi i1 [ %234, %248 ], [ %203, %250 ], [ %203, %221 ]
  %255 = phi i64 [ %233, %248 ], [ %219, %250 ], [ %219, %221 ]
  %256 = icmp ult i64 %255, %252
  %257 = select i1 %254, i1 true, i1 %256
  br label %258

258:
  %259 = phi i64 [ %40, %250 ], [ %252, %251 ], [ %249, %248 ], [ %229, %221 ]
  %260 = phi i64 [ %204, %250 ], [ %253, %251 ], [ %235, %248 ], [ %204, %221 ]
  %261 = phi i1 [ %203, %250 ], [ %254, %251 ], [ %234, %248 ], [ %203, %221 ]
  %262 = phi i64 [ %219, %250 ], [ %255, %251 ], [ %233, %248 ], [ %219, %221 ]
  %263 = phi i1 [ true, %250 ], [ false, %251 ], [ true, %248 ], [ true, %221 ]
  %264 = phi i1 [ false, %250 ], [ %257, %251 ], [ false, %248 ], [ false, %221 ]
  %265 = and i64 %192, %89
  %266 = icmp ne i64 %265, 0
  %267 = xor i1 %266, true
  %268 = select i1 %267, i1 true, i1 %264
  br i1 %268, label %282, label %269

269:
  %270 = icmp ult i64 %260, %259
  %271 = select i1 %261, i1 true, i1 %270
  %272 = select i1 %263, i1 %271, i1 false
  %273 = select i1 %272, i64 32, i64 0
  %274 = tail call i1 @told_by_flag(ptr %0, ptr %1, i64 %193, i64 %195, i64 %262)
  %275 = select i1 %274, i64 16, i64 0
  %276 = shl i64 %193, 16
  %277 = add i64 %276, 65536
  %278 = or disjoint i64 %273, %277
  %279 = or disjoint i64 %275, %278
  %280 = or i64 %8, %279
  %281 = or i64 %280, %192
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %5, i64 %6, i64 %7, i64 %190, i64 %281)
  br label %282

282:
  %283 = phi i1 [ true, %269 ], [ %178, %258 ]
  %284 = xor i1 %263, true
  %285 = icmp ult i64 %262, %40
  %286 = select i1 %284, i1 %285, i1 false
  %287 = and i1 %90, %286
  br i1 %287, label %307, label %288

288:
  %289 = and i64 %192, %86
  %290 = icmp ne i64 %289, 0
  %291 = or i1 %266, %264
  %292 = select i1 %290, i1 %291, i1 false
  br i1 %292, label %307, label %293

293:
  %294 = zext i32 %180 to i64
  %295 = getelementptr inbounds nuw i64, ptr %175, i64 %294
  store i64 %190, ptr %295, align 8
  br i1 %31, label %296, label %304

296:
  %297 = load i64, ptr %108, align 8
  %298 = icmp eq i64 %297, %21
  br i1 %298, label %299, label %304

299:
  %300 = xor i64 %190, %3
  %301 = and i64 %300, 4292870144
  %302 = icmp eq i64 %301, 0
  %303 = select i1 %302, ptr %295, ptr %177
  br label %304

304:
  %305 = phi ptr [ %177, %293 ], [ %303, %299 ], [ %177, %296 ]
  %306 = add i32 %180, 1
  br label %307

307:
  %308 = phi ptr [ %305, %304 ], [ %177, %288 ], [ %177, %282 ]
  %309 = phi i32 [ %306, %304 ], [ %180, %288 ], [ %180, %282 ]
  %310 = add nuw nsw i64 %179, 1
  br label %176

311:
  %312 = load i64, ptr %108, align 8
  %313 = trunc i64 %312 to i8
  %314 = and i8 %313, 15
  %315 = or i8 %314, %95
  %316 = getelementptr inbounds nuw i8, ptr %108, i64 8
  br label %91

317:
  %318 = phi ptr [ %177, %184 ], [ %100, %152 ]
  %319 = phi i64 [ %186, %184 ], [ %101, %152 ]
  %320 = phi i1 [ %178, %184 ], [ %102, %152 ]
  tail call void @free_node(ptr %0, ptr %97)
  br label %98

321:
  %322 = icmp ugt i64 %101, 64
  %323 = select i1 %102, i1 %322, i1 false
  br i1 %323, label %324, label %327

324:
  tail call void @free_list(ptr %0, ptr %2)
  %325 = zext nneg i8 %11 to i32
  %326 = or disjoint i32 %325, 256
  store i32 %326, ptr %61, align 4
  store i32 16, ptr %83, align 8
  tail call void @insert(ptr %0, ptr %2, i64 %21, i64 %3)
  br label %348

327:
  %328 = or i8 %95, %11
  %329 = zext nneg i8 %328 to i32
  %330 = trunc i64 %101 to i32
  %331 = shl i32 %330, 8
  %332 = add i32 %331, 256
  %333 = or disjoint i32 %332, %329
  store i32 %333, ptr %61, align 4
  %334 = shl i32 %330, 1
  %335 = add i32 %334, 16
  store i32 %335, ptr %83, align 8
  %336 = icmp ugt i64 %101, 320
  br i1 %336, label %337, label %344

337:
  %338 = icmp eq ptr %100, null
  br i1 %338, label %340, label %339

339:
  store i64 %3, ptr %100, align 8
  br label %348

340:
  %341 = icmp ult i64 %101, 641
  %342 = icmp eq i8 %11, 1
  %343 = or i1 %342, %341
  br i1 %343, label %344, label %355

344:
  %345 = icmp eq ptr %99, null
  %346 = select i1 %345, ptr %97, ptr %99
  %347 = select i1 %32, ptr %2, ptr %346
  tail call void @insert(ptr %0, ptr %347, i64 %21, i64 %3)
  br label %348

348:
  %349 = icmp eq i8 %11, 1
  br i1 %349, label %350, label %355

350:
  %351 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %352 = load ptr, ptr %351, align 8
  %353 = icmp eq ptr %352, null
  br i1 %353, label %355, label %354

354:
  tail call void @set_row(ptr %0, ptr %351, ptr null)
  br label %355

355:
  ret void
}

define internal void @insert(ptr %0, ptr %1, i64 %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %6 = load ptr, ptr %5, align 8
  %7 = load i32, ptr %1, align 4
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %9 = load ptr, ptr %8, align 8
  %10 = zext i32 %7 to i64
  %11 = getelementptr inbounds nuw i8, ptr %9, i64 %10
  %12 = and i64 %2, 16
  %13 = icmp eq i64 %12, 0
  br i1 %13, label %14, label %26

14:
  %15 = load i64, ptr %11, align 8
  %16 = icmp eq i64 %15, %2
  br i1 %16, label %17, label %26

17:
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 12
  %19 = load i32, ptr %18, align 4
  %20 = icmp ult i32 %19, 5
  br i1 %20, label %21, label %26

21:
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 24
  %23 = add nuw nsw i32 %19, 1
  store i32 %23, ptr %18, align 4
  %24 = zext nneg i32 %19 to i64
  %25 = getelementptr inbounds nuw i64, ptr %22, i64 %24
  store i64 %3, ptr %25, align 8
  br label %60

26:
  %27 = getelementptr inbounds nuw i8, ptr %6, i64 32
  %28 = load i64, ptr %27, align 8
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %36, label %30

30:
  %31 = and i64 %28, 4294967295
  %32 = getelementptr inbounds nuw i8, ptr %9, i64 %31
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 8
  %34 = load i32, ptr %33, align 8
  %35 = zext i32 %34 to i64
  store i64 %35, ptr %27, align 8
  br label %47

36:
  %37 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %38 = load i64, ptr %37, align 8
  %39 = add i64 %38, 64
  %40 = getelementptr inbounds nuw i8, ptr %6, i64 48
  %41 = load i64, ptr %40, align 8
  %42 = icmp ugt i64 %39, %41
  br i1 %42, label %60, label %43

43:
  store i64 %39, ptr %37, align 8
  %44 = load ptr, ptr %8, align 8
  %45 = and i64 %38, 4294967295
  %46 = getelementptr inbounds nuw i8, ptr %44, i64 %45
  br label %47

47:
  %48 = phi ptr [ %32, %30 ], [ %46, %43 ]
  %49 = phi i64 [ %28, %30 ], [ %38, %43 ]
  store i64 %2, ptr %48, align 8
  %50 = load i32, ptr %1, align 4
  %51 = getelementptr inbounds nuw i8, ptr %48, i64 8
  store i32 %50, ptr %51, align 8
  %52 = getelementptr inbounds nuw i8, ptr %48, i64 12
  store i32 1, ptr %52, align 4
  %53 = getelementptr inbounds nuw i8, ptr %48, i64 24
  store i64 %3, ptr %53, align 8
  %54 = trunc i64 %49 to i32
  store i32 %54, ptr %1, align 4
  br i1 %13, label %60, label %55

55:
  %56 = lshr i64 %3, 16
  %57 = and i64 %56, 65535
  %58 = tail call i64 @open_group(ptr %0, i64 %57)
  %59 = getelementptr inbounds nuw i8, ptr %48, i64 16
  store i64 %58, ptr %59, align 8
  br label %60

60:
  ret void
}

declare void @set_row(ptr, ptr, ptr)

define internal void @poll(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, ptr %9) {
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 168
  %12 = load ptr, ptr %11, align 8
  %13 = icmp eq ptr %12, %2
  br i1 %13, label %14, label %24

14:
  %15 = getelementptr inbounds nuw i8, ptr %1, i64 176
  %16 = load i64, ptr %15, align 8
  %17 = xor i64 %16, %3
  %18 = icmp ult i64 %17, 65536
  br i1 %18, label %19, label %24

19:
  %20 = getelementptr inbounds nuw i8, ptr %1, i64 184
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr %9, align 8
  %23 = icmp eq i64 %21, %22
  br i1 %23, label %28, label %24

24:
  store ptr %2, ptr %11, align 8
  %25 = getelementptr inbounds nuw i8, ptr %1, i64 176
  store i64 %3, ptr %25, align 8
  %26 = load i64, ptr %9, align 8
  %27 = getelementptr inbounds nuw i8, ptr %1, i64 184
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
  %16 = load i32, ptr %11, align 8
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %21, label %18

18:
  tail call void @free_list(ptr %0, ptr %11)
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 0, ptr %19, align 8
  %20 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 0, ptr %20, align 4
  br label %21

21:
  %22 = getelementptr inbounds nuw i8, ptr %11, i64 16
  tail call void @set_row(ptr %0, ptr %22, ptr null)
  %23 = add i64 %7, %10
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 %8
  br label %9
}

define internal void @free_list(ptr %0, ptr %1) {
  br label %3

3:
  %4 = load i32, ptr %1, align 4
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %7, label %6

6:
  tail call void @free_node(ptr %0, ptr %1)
  br label %3

7:
  ret void
}

define internal i1 @read_quietly(ptr %0, ptr %1, ptr %2, i64 %3) {
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %6 = load i64, ptr %5, align 8
  %7 = shl i64 %6, 8
  %8 = load i32, ptr %2, align 4
  %9 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %10 = load ptr, ptr %9, align 8
  %11 = zext i32 %8 to i64
  %12 = getelementptr inbounds nuw i8, ptr %10, i64 %11
  %13 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %14 = load i32, ptr %13, align 4
  %15 = lshr i32 %14, 8
  %16 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %17 = load i32, ptr %16, align 8
  %18 = icmp ult i32 %15, %17
  br i1 %18, label %19, label %74

19:
  %20 = load i64, ptr %12, align 8
  %21 = or disjoint i64 %7, 1
  %22 = icmp eq i64 %20, %21
  br i1 %22, label %23, label %61

23:
  %24 = getelementptr inbounds nuw i8, ptr %12, i64 12
  %25 = load i32, ptr %24, align 4
  %26 = icmp eq i32 %25, 1
  br i1 %26, label %27, label %61

27:
  %28 = getelementptr inbounds nuw i8, ptr %12, i64 24
  %29 = load i64, ptr %28, align 8
  %30 = lshr i64 %29, 16
  %31 = and i64 %30, 65535
  %32 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %33 = load i64, ptr %32, align 8
  %34 = lshr i64 %33, 32
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 144
  %36 = load ptr, ptr %35, align 8
  %37 = icmp eq ptr %36, null
  br i1 %37, label %48, label %38

38:
  %39 = getelementptr inbounds nuw i8, ptr %36, i64 32
  %40 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %41 = load i64, ptr %40, align 8
  %42 = mul i64 %41, %6
  %43 = getelementptr i32, ptr %39, i64 %42
  %44 = getelementptr i32, ptr %43, i64 %31
  %45 = load i32, ptr %44, align 4
  %46 = zext i32 %45 to i64
  %47 = tail call i64 @llvm.umax.i64(i64 %46, i64 %34)
  br label %48

48:
  %49 = phi i64 [ %47, %38 ], [ %34, %27 ]
  %50 = lshr i64 %29, 32
  %51 = icmp samesign ult i64 %50, %49
  br i1 %51, label %56, label %52

52:
  %53 = lshr i64 %3, 16
  %54 = and i64 %53, 65535
  %55 = icmp eq i64 %31, %54
  br i1 %55, label %56, label %74

56:
  %57 = getelementptr inbounds nuw i8, ptr %12, i64 8
  %58 = load i32, ptr %57, align 4
  %59 = zext i32 %58 to i64
  %60 = getelementptr inbounds nuw i8, ptr %10, i64 %59
  br label %61

61:
  %62 = phi i32 [ %58, %56 ], [ %8, %19 ], [ %8, %23 ]
  %63 = phi ptr [ %57, %56 ], [ %2, %19 ], [ %2, %23 ]
  %64 = phi ptr [ %60, %56 ], [ %12, %19 ], [ %12, %23 ]
  %65 = icmp eq i32 %62, 0
  br i1 %65, label %66, label %68

66:
  %67 = or disjoint i64 %7, 2
  br label %72

68:
  %69 = load i64, ptr %64, align 8
  %70 = or disjoint i64 %7, 2
  %71 = icmp eq i64 %69, %70
  br i1 %71, label %72, label %74

72:
  %73 = phi i64 [ %67, %66 ], [ %70, %68 ]
  tail call void @stand_beside(ptr %0, ptr %2, ptr %63, i64 %73, i64 %3)
  br label %74

74:
  %75 = phi i1 [ false, %68 ], [ false, %4 ], [ true, %72 ], [ false, %52 ]
  ret i1 %75
}

define internal void @stand_beside(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) {
  %6 = load i32, ptr %2, align 4
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %8 = load ptr, ptr %7, align 8
  %9 = zext i32 %6 to i64
  %10 = getelementptr inbounds nuw i8, ptr %8, i64 %9
  %11 = load i64, ptr %10, align 8
  %12 = icmp eq i64 %11, %3
  br i1 %12, label %13, label %23

13:
  %14 = getelementptr inbounds nuw i8, ptr %10, i64 24
  %15 = getelementptr inbounds nuw i8, ptr %10, i64 12
  %16 = load i32, ptr %15, align 4
  %17 = add i32 %16, -1
  %18 = zext i32 %17 to i64
  %19 = getelementptr inbounds nuw i64, ptr %14, i64 %18
  %20 = load i64, ptr %19, align 8
  %21 = xor i64 %20, %4
  %22 = icmp ult i64 %21, 65536
  br i1 %22, label %31, label %23

23:
  %24 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %25 = load i32, ptr %24, align 4
  %26 = and i32 %25, -256
  %27 = add i32 %26, 256
  %28 = and i32 %25, 253
  %29 = or disjoint i32 %28, 2
  %30 = or disjoint i32 %27, %29
  store i32 %30, ptr %24, align 4
  tail call void @insert(ptr %0, ptr %2, i64 %3, i64 %4)
  br label %31

31:
  ret void
}

declare i64 @open_group(ptr, i64)

define internal void @free_node(ptr %0, ptr %1) {
  %3 = load i32, ptr %1, align 4
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %5 = load ptr, ptr %4, align 8
  %6 = zext i32 %3 to i64
  %7 = getelementptr inbounds nuw i8, ptr %5, i64 %6
  %8 = getelementptr inbounds nuw i8, ptr %7, i64 8
  %9 = load i32, ptr %8, align 8
  store i32 %9, ptr %1, align 4
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 32
  %13 = load i64, ptr %12, align 8
  %14 = trunc i64 %13 to i32
  store i32 %14, ptr %8, align 8
  %15 = load ptr, ptr %10, align 8
  %16 = getelementptr inbounds nuw i8, ptr %15, i64 32
  store i64 %6, ptr %16, align 8
  ret void
}

declare i64 @copy_time(ptr, ptr)

declare i1 @told_by_flag(ptr, ptr, i64, i64, i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare i64 @llvm.umax.i64(i64, i64)
