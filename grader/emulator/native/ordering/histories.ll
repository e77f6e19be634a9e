@shared_history = external constant i64, align 8
@shared_granule = external constant i64, align 8
@shared_stride = external constant i64, align 8
@CONFLICTS = internal constant [9 x i8] c"\00\0F\05\00\03\00\00\00\01", align 1
@STANDS_FOR = internal constant [9 x i8] c"\00\0F\0A\00\0C\00\00\00\08", align 1

define internal void @meet(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8) {
  %10 = icmp eq i64 %4, 2
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %12 = load i64, ptr %11, align 8
  %13 = shl i64 %12, 8
  br i1 %10, label %14, label %81

14:
  %15 = load i32, ptr %2, align 4
  %16 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %17 = load ptr, ptr %16, align 8
  %18 = zext i32 %15 to i64
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = lshr i32 %21, 8
  %23 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %24 = load i32, ptr %23, align 8
  %25 = icmp ult i32 %22, %24
  br i1 %25, label %26, label %81

26:
  %27 = load i64, ptr %19, align 8
  %28 = or disjoint i64 %13, 1
  %29 = icmp eq i64 %27, %28
  br i1 %29, label %30, label %68

30:
  %31 = getelementptr inbounds nuw i8, ptr %19, i64 12
  %32 = load i32, ptr %31, align 4
  %33 = icmp eq i32 %32, 1
  br i1 %33, label %34, label %68

34:
  %35 = getelementptr inbounds nuw i8, ptr %19, i64 24
  %36 = load i64, ptr %35, align 8
  %37 = lshr i64 %36, 16
  %38 = and i64 %37, 65535
  %39 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %40 = load i64, ptr %39, align 8
  %41 = lshr i64 %40, 32
  %42 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %43 = load ptr, ptr %42, align 8
  %44 = icmp eq ptr %43, null
  br i1 %44, label %55, label %45

45:
  %46 = getelementptr inbounds nuw i8, ptr %43, i64 32
  %47 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %48 = load i64, ptr %47, align 8
  %49 = mul i64 %48, %12
  %50 = getelementptr i32, ptr %46, i64 %49
  %51 = getelementptr i32, ptr %50, i64 %38
  %52 = load i32, ptr %51, align 4
  %53 = zext i32 %52 to i64
  %54 = tail call i64 @llvm.umax.i64(i64 %53, i64 %41)
  br label %55

55:
  %56 = phi i64 [ %54, %45 ], [ %41, %34 ]
  %57 = lshr i64 %36, 32
  %58 = icmp samesign ult i64 %57, %56
  br i1 %58, label %63, label %59

59:
  %60 = lshr i64 %3, 16
  %61 = and i64 %60, 65535
  %62 = icmp eq i64 %38, %61
  br i1 %62, label %63, label %81

63:
  %64 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %65 = load i32, ptr %64, align 4
  %66 = zext i32 %65 to i64
  %67 = getelementptr inbounds nuw i8, ptr %17, i64 %66
  br label %68

68:
  %69 = phi i32 [ %65, %63 ], [ %15, %26 ], [ %15, %30 ]
  %70 = phi ptr [ %64, %63 ], [ %2, %26 ], [ %2, %30 ]
  %71 = phi ptr [ %67, %63 ], [ %19, %26 ], [ %19, %30 ]
  %72 = icmp eq i32 %69, 0
  br i1 %72, label %73, label %75

73:
  %74 = or disjoint i64 %13, 2
  br label %79

75:
  %76 = load i64, ptr %71, align 8
  %77 = or disjoint i64 %13, 2
  %78 = icmp eq i64 %76, %77
  br i1 %78, label %79, label %81

79:
  %80 = phi i64 [ %74, %73 ], [ %76, %75 ]
  tail call void @stand_beside(ptr %0, ptr %2, ptr %70, i64 %80, i64 %3)
  br label %375

81:
  %82 = trunc i64 %4 to i8
  %83 = and i8 %82, 15
  %84 = getelementptr inbounds nuw i8, ptr %0, i64 464
  %85 = load ptr, ptr %84, align 8
  %86 = getelementptr inbounds nuw i8, ptr %85, i64 56
  %87 = load i64, ptr %86, align 8
  %88 = icmp eq i64 %87, 0
  %89 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %90 = and i64 %4, 31
  %91 = or disjoint i64 %13, %90
  %92 = and i64 %4, 15
  %93 = getelementptr inbounds nuw i8, ptr @CONFLICTS, i64 %92
  %94 = load i8, ptr %93, align 1
  %95 = lshr i8 %82, 3
  %96 = and i8 %95, 4
  %97 = or i8 %94, %96
  %98 = getelementptr inbounds nuw i8, ptr @STANDS_FOR, i64 %92
  %99 = load i8, ptr %98, align 1
  %100 = and i64 %4, 16
  %101 = icmp eq i64 %100, 0
  %102 = icmp ne i64 %90, 2
  br i1 %88, label %103, label %109

103:
  %104 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %105 = load i64, ptr %104, align 8
  %106 = lshr i64 %105, 32
  %107 = getelementptr inbounds nuw i8, ptr %0, i64 504
  %108 = load i64, ptr %107, align 8
  br label %109

109:
  %110 = phi i64 [ %106, %103 ], [ 4294967296, %81 ]
  %111 = phi i64 [ %108, %103 ], [ 4294967296, %81 ]
  br i1 %101, label %112, label %130

112:
  %113 = load i32, ptr %2, align 8
  %114 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %115 = load ptr, ptr %114, align 8
  %116 = zext i32 %113 to i64
  %117 = getelementptr inbounds nuw i8, ptr %115, i64 %116
  %118 = load i64, ptr %117, align 8
  %119 = icmp eq i64 %118, %91
  br i1 %119, label %120, label %130

120:
  %121 = getelementptr inbounds nuw i8, ptr %117, i64 24
  %122 = getelementptr inbounds nuw i8, ptr %117, i64 12
  %123 = load i32, ptr %122, align 4
  %124 = add i32 %123, -1
  %125 = zext i32 %124 to i64
  %126 = getelementptr inbounds nuw i64, ptr %121, i64 %125
  %127 = load i64, ptr %126, align 8
  %128 = xor i64 %127, %3
  %129 = icmp ult i64 %128, 65536
  br i1 %129, label %375, label %130

130:
  %131 = getelementptr inbounds nuw i8, ptr %2, i64 4
  %132 = load i32, ptr %131, align 4
  %133 = zext i8 %97 to i32
  %134 = and i32 %132, %133
  %135 = icmp eq i32 %134, 0
  br i1 %135, label %136, label %151

136:
  %137 = lshr i32 %132, 8
  %138 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %139 = load i32, ptr %138, align 8
  %140 = icmp ult i32 %137, %139
  %141 = and i1 %101, %140
  br i1 %141, label %142, label %151

142:
  %143 = icmp ult i32 %132, 164096
  %144 = and i32 %132, -256
  %145 = add i32 %144, 256
  %146 = and i32 %132, 255
  %147 = zext nneg i8 %83 to i32
  %148 = or i32 %146, %147
  %149 = or disjoint i32 %145, %148
  store i32 %149, ptr %131, align 4
  br i1 %143, label %150, label %375

150:
  tail call void @insert(ptr %0, ptr %2, i64 %91, i64 %3)
  br label %368

151:
  %152 = getelementptr inbounds nuw i8, ptr %0, i64 512
  %153 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %154 = getelementptr inbounds nuw i8, ptr %1, i64 128
  %155 = getelementptr inbounds nuw i8, ptr %0, i64 496
  %156 = lshr i64 %3, 16
  %157 = and i64 %156, 65535
  %158 = zext i8 %97 to i64
  %159 = icmp eq i64 %8, 256
  %160 = zext i8 %99 to i64
  br label %161

161:
  %162 = phi ptr [ %196, %334 ], [ null, %151 ]
  %163 = phi ptr [ %200, %334 ], [ null, %151 ]
  %164 = phi i64 [ %209, %334 ], [ 0, %151 ]
  %165 = phi i8 [ %338, %334 ], [ 0, %151 ]
  %166 = phi i1 [ %201, %334 ], [ false, %151 ]
  %167 = phi ptr [ %339, %334 ], [ %2, %151 ]
  br label %168

168:
  %169 = phi ptr [ %196, %340 ], [ %162, %161 ]
  %170 = phi ptr [ %200, %340 ], [ %163, %161 ]
  %171 = phi i64 [ %209, %340 ], [ %164, %161 ]
  %172 = phi i1 [ %201, %340 ], [ %166, %161 ]
  %173 = load i32, ptr %167, align 4
  %174 = icmp eq i32 %173, 0
  br i1 %174, label %341, label %175

175:
  %176 = load ptr, ptr %152, align 8
  %177 = zext i32 %173 to i64
  %178 = getelementptr inbounds nuw i8, ptr %176, i64 %177
  %179 = icmp eq ptr %169, null
  br i1 %179, label %180, label %195

180:
  %181 = load i64, ptr %178, align 8
  %182 = and i64 %181, 31
  %183 = icmp ne i64 %182, 2
  %184 = or i1 %102, %183
  %185 = select i1 %183, ptr null, ptr %167
  br i1 %184, label %195, label %186

186:
  %187 = load i32, ptr %131, align 4
  %188 = lshr i32 %187, 8
  %189 = load i32, ptr %153, align 8
  %190 = icmp ult i32 %188, %189
  br i1 %190, label %191, label %195

191:
  %192 = zext nneg i8 %165 to i32
  %193 = and i32 %187, -6
  %194 = or i32 %193, %192
  store i32 %194, ptr %131, align 4
  tail call void @stand_beside(ptr %0, ptr %2, ptr %167, i64 %91, i64 %3)
  br label %368

195:
  %196 = phi ptr [ %167, %186 ], [ %169, %175 ], [ %185, %180 ]
  %197 = getelementptr inbounds nuw i8, ptr %178, i64 12
  %198 = getelementptr inbounds nuw i8, ptr %178, i64 24
  br label %199

199:
  %200 = phi ptr [ %331, %330 ], [ %170, %195 ]
  %201 = phi i1 [ %306, %330 ], [ %172, %195 ]
  %202 = phi i64 [ %333, %330 ], [ 0, %195 ]
  %203 = phi i32 [ %332, %330 ], [ 0, %195 ]
  %204 = load i32, ptr %197, align 4
  %205 = zext i32 %204 to i64
  %206 = icmp samesign ult i64 %202, %205
  br i1 %206, label %211, label %207

207:
  store i32 %203, ptr %197, align 4
  %208 = zext i32 %203 to i64
  %209 = add i64 %171, %208
  %210 = icmp eq i32 %203, 0
  br i1 %210, label %340, label %334

211:
  %212 = getelementptr inbounds nuw i64, ptr %198, i64 %202
  %213 = load i64, ptr %212, align 8
  %214 = load i64, ptr %178, align 8
  %215 = and i64 %214, 15
  %216 = lshr i64 %214, 8
  %217 = lshr i64 %213, 16
  %218 = and i64 %217, 65535
  %219 = load i64, ptr %89, align 8
  %220 = icmp eq i64 %216, %219
  br i1 %220, label %225, label %221

221:
  %222 = lshr i64 %213, 32
  %223 = icmp eq i64 %222, 4294967295
  %224 = load ptr, ptr %154, align 8
  br label %253

225:
  %226 = icmp eq i64 %218, %157
  %227 = lshr i64 %213, 32
  %228 = and i64 %214, 16
  %229 = icmp eq i64 %228, 0
  br i1 %229, label %230, label %233

230:
  %231 = icmp eq i64 %227, 4294967295
  %232 = load ptr, ptr %154, align 8
  br label %239

233:
  %234 = tail call i64 @copy_time(ptr %0, ptr %178)
  %235 = load i64, ptr %89, align 8
  %236 = icmp eq i64 %216, %235
  %237 = icmp eq i64 %234, 4294967295
  %238 = load ptr, ptr %154, align 8
  br i1 %236, label %239, label %253

239:
  %240 = phi ptr [ %232, %230 ], [ %238, %233 ]
  %241 = phi i1 [ %231, %230 ], [ %237, %233 ]
  %242 = phi i64 [ %227, %230 ], [ %234, %233 ]
  %243 = icmp eq ptr %240, null
  br i1 %243, label %273, label %244

244:
  %245 = getelementptr inbounds nuw i8, ptr %240, i64 32
  %246 = load i64, ptr %155, align 8
  %247 = mul i64 %246, %216
  %248 = getelementptr i32, ptr %245, i64 %247
  %249 = getelementptr i32, ptr %248, i64 %218
  %250 = load i32, ptr %249, align 4
  %251 = zext i32 %250 to i64
  %252 = tail call i64 @llvm.umax.i64(i64 %251, i64 %110)
  br i1 %241, label %281, label %274

253:
  %254 = phi ptr [ %224, %221 ], [ %238, %233 ]
  %255 = phi i1 [ %223, %221 ], [ %237, %233 ]
  %256 = phi i64 [ %222, %221 ], [ %234, %233 ]
  %257 = phi i1 [ false, %221 ], [ %226, %233 ]
  %258 = phi i64 [ %222, %221 ], [ %227, %233 ]
  %259 = icmp eq ptr %254, null
  br i1 %259, label %271, label %260

260:
  %261 = load i64, ptr %155, align 8
  %262 = icmp eq i64 %261, 0
  br i1 %262, label %271, label %263

263:
  %264 = getelementptr inbounds nuw i8, ptr %254, i64 32
  %265 = mul i64 %261, %216
  %266 = getelementptr i32, ptr %264, i64 %265
  %267 = getelementptr i32, ptr %266, i64 %218
  %268 = load i32, ptr %267, align 4
  %269 = zext i32 %268 to i64
  %270 = tail call i64 @llvm.umax.i64(i64 %269, i64 %111)
  br label %271

271:
  %272 = phi i64 [ %270, %263 ], [ %111, %260 ], [ %111, %253 ]
  br i1 %255, label %281, label %274

273:
  br i1 %241, label %281, label %274

274:
  %275 = phi i64 [ %272, %271 ], [ %110, %273 ], [ %252, %244 ]
  %276 = phi i64 [ %258, %271 ], [ %227, %273 ], [ %227, %244 ]
  %277 = phi i1 [ %257, %271 ], [ %226, %273 ], [ %226, %244 ]
  %278 = phi i64 [ %256, %271 ], [ %242, %273 ], [ %242, %244 ]
  %279 = icmp ult i64 %278, %275
  %280 = select i1 %277, i1 true, i1 %279
  br label %281

281:
  %282 = phi i64 [ %110, %273 ], [ %275, %274 ], [ %272, %271 ], [ %252, %244 ]
  %283 = phi i64 [ %227, %273 ], [ %276, %274 ], [ %258, %271 ], [ %227, %244 ]
  %284 = phi i1 [ %226, %273 ], [ %277, %274 ], [ %257, %271 ], [ %226, %244 ]
  %285 = phi i64 [ %242, %273 ], [ %278, %274 ], [ %256, %271 ], [ %242, %244 ]
  %286 = phi i1 [ true, %273 ], [ false, %274 ], [ true, %271 ], [ true, %244 ]
  %287 = phi i1 [ false, %273 ], [ %280, %274 ], [ false, %271 ], [ false, %244 ]
  %288 = and i64 %215, %158
  %289 = icmp ne i64 %288, 0
  %290 = xor i1 %289, true
  %291 = select i1 %290, i1 true, i1 %287
  br i1 %291, label %305, label %292

292:
  %293 = icmp ult i64 %283, %282
  %294 = select i1 %284, i1 true, i1 %293
  %295 = select i1 %286, i1 %294, i1 false
  %296 = select i1 %295, i64 32, i64 0
  %297 = tail call i1 @told_by_flag(ptr %0, ptr %1, i64 %216, i64 %218, i64 %285)
  %298 = select i1 %297, i64 16, i64 0
  %299 = shl i64 %216, 16
  %300 = add i64 %299, 65536
  %301 = or disjoint i64 %296, %300
  %302 = or disjoint i64 %298, %301
  %303 = or i64 %8, %302
  %304 = or i64 %303, %215
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %5, i64 %6, i64 %7, i64 %213, i64 %304)
  br label %305

305:
  %306 = phi i1 [ true, %292 ], [ %201, %281 ]
  %307 = xor i1 %286, true
  %308 = icmp ult i64 %285, %110
  %309 = select i1 %307, i1 %308, i1 false
  %310 = and i1 %159, %309
  br i1 %310, label %330, label %311

311:
  %312 = and i64 %215, %160
  %313 = icmp ne i64 %312, 0
  %314 = or i1 %289, %287
  %315 = select i1 %313, i1 %314, i1 false
  br i1 %315, label %330, label %316

316:
  %317 = zext i32 %203 to i64
  %318 = getelementptr inbounds nuw i64, ptr %198, i64 %317
  store i64 %213, ptr %318, align 8
  br i1 %101, label %319, label %327

319:
  %320 = load i64, ptr %178, align 8
  %321 = icmp eq i64 %320, %91
  br i1 %321, label %322, label %327

322:
  %323 = xor i64 %213, %3
  %324 = and i64 %323, 4292870144
  %325 = icmp eq i64 %324, 0
  %326 = select i1 %325, ptr %318, ptr %200
  br label %327

327:
  %328 = phi ptr [ %200, %316 ], [ %326, %322 ], [ %200, %319 ]
  %329 = add i32 %203, 1
  br label %330

330:
  %331 = phi ptr [ %328, %327 ], [ %200, %311 ], [ %200, %305 ]
  %332 = phi i32 [ %329, %327 ], [ %203, %311 ], [ %203, %305 ]
  %333 = add nuw nsw i64 %202, 1
  br label %199

334:
  %335 = load i64, ptr %178, align 8
  %336 = trunc i64 %335 to i8
  %337 = and i8 %336, 15
  %338 = or i8 %337, %165
  %339 = getelementptr inbounds nuw i8, ptr %178, i64 8
  br label %161

340:
  tail call void @free_node(ptr %0, ptr %167)
  br label %168

341:
  %342 = icmp ugt i64 %171, 64
  %343 = select i1 %172, i1 %342, i1 false
  br i1 %343, label %344, label %347

344:
  tail call void @free_list(ptr %0, ptr %2)
  %345 = zext nneg i8 %83 to i32
  %346 = or disjoint i32 %345, 256
  store i32 %346, ptr %131, align 4
  store i32 16, ptr %153, align 8
  tail call void @insert(ptr %0, ptr %2, i64 %91, i64 %3)
  br label %368

347:
  %348 = or i8 %165, %83
  %349 = zext nneg i8 %348 to i32
  %350 = trunc i64 %171 to i32
  %351 = shl i32 %350, 8
  %352 = add i32 %351, 256
  %353 = or disjoint i32 %352, %349
  store i32 %353, ptr %131, align 4
  %354 = shl i32 %350, 1
  %355 = add i32 %354, 16
  store i32 %355, ptr %153, align 8
  %356 = icmp ugt i64 %171, 320
  br i1 %356, label %357, label %364

357:
  %358 = icmp eq ptr %170, null
  br i1 %358, label %360, label %359

359:
  store i64 %3, ptr %170, align 8
  br label %368

360:
  %361 = icmp ult i64 %171, 641
  %362 = icmp eq i8 %83, 1
  %363 = or i1 %362, %361
  br i1 %363, label %364, label %375

364:
  %365 = icmp eq ptr %169, null
  %366 = select i1 %365, ptr %167, ptr %169
  %367 = select i1 %102, ptr %2, ptr %366
  tail call void @insert(ptr %0, ptr %367, i64 %91, i64 %3)
  br label %368

368:
  %369 = icmp eq i8 %83, 1
  br i1 %369, label %370, label %375

370:
  %371 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %372 = load ptr, ptr %371, align 8
  %373 = icmp eq ptr %372, null
  br i1 %373, label %375, label %374

374:
  tail call void @set_row(ptr %0, ptr %371, ptr null)
  br label %375

375:
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
