@first_row_of_out_of_bounds = external constant i64, align 8
@first_row_of_misaligned_access = external constant i64, align 8
@first_row_of_uninitialized_read = external constant i64, align 8
@first_row_of_data_race = external constant i64, align 8
@first_row_of_early_exit = external constant i64, align 8
@first_row_of_barrier_divergence = external constant i64, align 8

define internal void @judge(ptr %0, ptr %1, i64 %2, i1 %3, i1 %4, i64 %5, i64 %6, ptr %7, i64 %8, ptr %9) {
  %11 = load i64, ptr %9, align 8
  %12 = getelementptr inbounds nuw i8, ptr %9, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %17 = load i64, ptr %16, align 8
  %18 = shl i64 %17, 16
  %19 = or i64 %15, %18
  %20 = or i64 %19, %2
  %21 = getelementptr inbounds nuw i8, ptr %0, i64 448
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds nuw i8, ptr %0, i64 16
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds nuw i8, ptr %9, i64 24
  %26 = load i64, ptr %25, align 8
  %27 = getelementptr inbounds nuw i8, ptr %9, i64 32
  %28 = load i64, ptr %27, align 8
  br i1 %3, label %35, label %29

29:
  %30 = load i64, ptr @first_row_of_out_of_bounds, align 8
  %31 = load i64, ptr @first_row_of_misaligned_access, align 8
  %32 = select i1 %4, i64 %30, i64 %31
  %33 = icmp sgt i64 %32, -1
  %34 = add i64 %32, %2
  tail call void @report_if(i1 %33, ptr %0, ptr %1, i64 %34, i64 %5, i64 %6, i64 0, i64 %11)
  br label %296

35:
  %36 = icmp eq i64 %13, 1
  br i1 %36, label %66, label %37

37:
  %38 = getelementptr inbounds nuw i8, ptr %9, i64 40
  %39 = load i64, ptr %38, align 8
  %40 = icmp ne i64 %39, 0
  %41 = load i64, ptr @first_row_of_uninitialized_read, align 8
  %42 = icmp sgt i64 %41, -1
  %43 = select i1 %40, i1 %42, i1 false
  br i1 %43, label %44, label %66

44:
  %45 = icmp eq i64 %11, 0
  %46 = icmp ne i64 %8, 0
  %47 = zext i1 %46 to i64
  %48 = select i1 %45, i64 %47, i64 %24
  %49 = mul i64 %28, %26
  %50 = getelementptr inbounds nuw i8, ptr %7, i64 %49
  %51 = getelementptr inbounds nuw i8, ptr %9, i64 48
  br label %52

52:
  %53 = phi ptr [ %7, %44 ], [ %63, %57 ]
  %54 = phi i1 [ false, %44 ], [ %62, %57 ]
  %55 = icmp ult ptr %53, %50
  br i1 %55, label %57, label %56

56:
  br i1 %54, label %64, label %66

57:
  %58 = load i64, ptr %51, align 8
  %59 = getelementptr inbounds i8, ptr %53, i64 %58
  %60 = load i64, ptr %59, align 8
  %61 = icmp ult i64 %60, %48
  %62 = or i1 %54, %61
  %63 = getelementptr inbounds nuw i8, ptr %53, i64 %28
  br label %52

64:
  %65 = add i64 %41, %2
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %65, i64 %5, i64 %6, i64 0, i64 %11)
  br label %66

66:
  %67 = icmp eq i64 %11, 512
  br i1 %67, label %281, label %68

68:
  %69 = getelementptr inbounds nuw i8, ptr %9, i64 112
  %70 = load i64, ptr %69, align 8
  %71 = icmp sgt i64 %70, -1
  %72 = load i64, ptr @first_row_of_data_race, align 8
  br i1 %71, label %73, label %96

73:
  %74 = add i64 %72, %2
  %75 = mul i64 %28, %26
  %76 = getelementptr inbounds nuw i8, ptr %7, i64 %75
  %77 = getelementptr inbounds nuw i8, ptr %9, i64 16
  %78 = getelementptr inbounds nuw i8, ptr %9, i64 48
  br label %79

79:
  %80 = phi ptr [ %7, %73 ], [ %95, %94 ]
  %81 = icmp ult ptr %80, %76
  br i1 %81, label %82, label %281

82:
  %83 = load i64, ptr %69, align 8
  %84 = getelementptr inbounds i8, ptr %80, i64 %83
  %85 = load i64, ptr %77, align 8
  %86 = and i64 %85, 15
  %87 = icmp eq i64 %86, 8
  br i1 %87, label %88, label %93

88:
  %89 = load i64, ptr %78, align 8
  %90 = icmp sgt i64 %89, -1
  br i1 %90, label %91, label %93

91:
  %92 = getelementptr inbounds nuw i8, ptr %80, i64 %89
  tail call void @poll(ptr %0, ptr %1, ptr %84, i64 %20, i64 %85, i64 %74, i64 %5, i64 %6, i64 %11, ptr %92)
  br label %94

93:
  tail call void @meet(ptr %0, ptr %1, ptr %84, i64 %20, i64 %85, i64 %74, i64 %5, i64 %6, i64 %11)
  br label %94

94:
  %95 = getelementptr inbounds nuw i8, ptr %80, i64 %28
  br label %79

96:
  %97 = icmp sgt i64 %72, -1
  br i1 %97, label %98, label %281

98:
  %99 = mul i64 %28, %26
  %100 = getelementptr inbounds nuw i8, ptr %7, i64 %99
  %101 = getelementptr inbounds nuw i8, ptr %9, i64 56
  %102 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %103 = icmp eq i64 %11, 0
  %104 = add i64 %72, %2
  br label %105

105:
  %106 = phi ptr [ %7, %98 ], [ %132, %131 ]
  %107 = icmp ult ptr %106, %100
  br i1 %107, label %112, label %108

108:
  %109 = getelementptr inbounds nuw i8, ptr %9, i64 64
  %110 = getelementptr inbounds nuw i8, ptr %9, i64 88
  %111 = icmp eq i64 %13, 2
  br i1 %111, label %188, label %133

112:
  %113 = load i64, ptr %101, align 8
  %114 = icmp sgt i64 %113, -1
  br i1 %114, label %117, label %115

115:
  %116 = load i64, ptr %102, align 8
  br label %117

117:
  %118 = phi i64 [ %116, %115 ], [ %113, %112 ]
  %119 = getelementptr inbounds i8, ptr %106, i64 %118
  %120 = load i64, ptr %119, align 8
  %121 = icmp uge i64 %120, %22
  %122 = xor i64 %120, %20
  %123 = icmp ugt i64 %122, 65535
  %124 = select i1 %121, i1 %123, i1 false
  br i1 %124, label %130, label %125

125:
  %126 = icmp ugt i64 %120, 1
  %127 = and i1 %103, %126
  %128 = icmp ult i64 %120, %24
  %129 = select i1 %127, i1 %128, i1 false
  br i1 %129, label %130, label %131

130:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %120, i64 %11)
  br label %131

131:
  %132 = getelementptr inbounds nuw i8, ptr %106, i64 %28
  br label %105

133:
  %134 = load i64, ptr %109, align 8
  %135 = icmp slt i64 %134, 0
  br i1 %135, label %186, label %136

136:
  %137 = getelementptr inbounds nuw i8, ptr %9, i64 72
  %138 = getelementptr inbounds nuw i8, ptr %9, i64 80
  br label %139

139:
  %140 = phi ptr [ %185, %184 ], [ %7, %136 ]
  %141 = icmp ult ptr %140, %100
  br i1 %141, label %142, label %186

142:
  %143 = load i64, ptr %109, align 8
  %144 = getelementptr inbounds i8, ptr %140, i64 %143
  %145 = load i64, ptr %144, align 8
  %146 = icmp uge i64 %145, %22
  %147 = xor i64 %145, %20
  %148 = icmp ugt i64 %147, 65535
  %149 = select i1 %146, i1 %148, i1 false
  br i1 %149, label %155, label %150

150:
  %151 = icmp ugt i64 %145, 1
  %152 = and i1 %103, %151
  %153 = icmp ult i64 %145, %24
  %154 = select i1 %152, i1 %153, i1 false
  br i1 %154, label %155, label %156

155:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %145, i64 %11)
  br label %156

156:
  %157 = load i64, ptr %137, align 8
  %158 = getelementptr inbounds i8, ptr %140, i64 %157
  %159 = load i64, ptr %158, align 8
  %160 = icmp uge i64 %159, %22
  %161 = xor i64 %159, %20
  %162 = icmp ugt i64 %161, 65535
  %163 = select i1 %160, i1 %162, i1 false
  br i1 %163, label %169, label %164

164:
  %165 = icmp ugt i64 %159, 1
  %166 = and i1 %103, %165
  br i1 %166, label %167, label %170

167:
  %168 = icmp ult i64 %159, %24
  br i1 %168, label %169, label %171

169:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %159, i64 %11)
  br label %170

170:
  br i1 %103, label %171, label %184

171:
  %172 = load i64, ptr %138, align 8
  %173 = getelementptr inbounds i8, ptr %140, i64 %172
  %174 = load i64, ptr %173, align 8
  %175 = icmp uge i64 %174, %22
  %176 = xor i64 %174, %20
  %177 = icmp ugt i64 %176, 65535
  %178 = select i1 %175, i1 %177, i1 false
  br i1 %178, label %183, label %179

179:
  %180 = icmp ugt i64 %174, 1
  %181 = icmp ult i64 %174, %24
  %182 = select i1 %180, i1 %181, i1 false
  br i1 %182, label %183, label %184

183:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %174, i64 %11)
  br label %184

184:
  %185 = getelementptr inbounds nuw i8, ptr %140, i64 %28
  br label %139

186:
  %187 = icmp eq i64 %13, 4
  br i1 %187, label %251, label %188

188:
  %189 = load i64, ptr %110, align 8
  %190 = icmp slt i64 %189, 0
  br i1 %190, label %241, label %191

191:
  %192 = getelementptr inbounds nuw i8, ptr %9, i64 96
  %193 = getelementptr inbounds nuw i8, ptr %9, i64 104
  br label %194

194:
  %195 = phi ptr [ %240, %239 ], [ %7, %191 ]
  %196 = icmp ult ptr %195, %100
  br i1 %196, label %197, label %241

197:
  %198 = load i64, ptr %110, align 8
  %199 = getelementptr inbounds i8, ptr %195, i64 %198
  %200 = load i64, ptr %199, align 8
  %201 = icmp uge i64 %200, %22
  %202 = xor i64 %200, %20
  %203 = icmp ugt i64 %202, 65535
  %204 = select i1 %201, i1 %203, i1 false
  br i1 %204, label %210, label %205

205:
  %206 = icmp ugt i64 %200, 1
  %207 = and i1 %103, %206
  %208 = icmp ult i64 %200, %24
  %209 = select i1 %207, i1 %208, i1 false
  br i1 %209, label %210, label %211

210:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %200, i64 %11)
  br label %211

211:
  %212 = load i64, ptr %192, align 8
  %213 = getelementptr inbounds i8, ptr %195, i64 %212
  %214 = load i64, ptr %213, align 8
  %215 = icmp uge i64 %214, %22
  %216 = xor i64 %214, %20
  %217 = icmp ugt i64 %216, 65535
  %218 = select i1 %215, i1 %217, i1 false
  br i1 %218, label %224, label %219

219:
  %220 = icmp ugt i64 %214, 1
  %221 = and i1 %103, %220
  br i1 %221, label %222, label %225

222:
  %223 = icmp ult i64 %214, %24
  br i1 %223, label %224, label %226

224:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %214, i64 %11)
  br label %225

225:
  br i1 %103, label %226, label %239

226:
  %227 = load i64, ptr %193, align 8
  %228 = getelementptr inbounds i8, ptr %195, i64 %227
  %229 = load i64, ptr %228, align 8
  %230 = icmp uge i64 %229, %22
  %231 = xor i64 %229, %20
  %232 = icmp ugt i64 %231, 65535
  %233 = select i1 %230, i1 %232, i1 false
  br i1 %233, label %238, label %234

234:
  %235 = icmp ugt i64 %229, 1
  %236 = icmp ult i64 %229, %24
  %237 = select i1 %235, i1 %236, i1 false
  br i1 %237, label %238, label %239

238:
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %104, i64 %5, i64 %6, i64 %229, i64 %11)
  br label %239

239:
  %240 = getelementptr inbounds nuw i8, ptr %195, i64 %28
  br label %194

241:
  br i1 %36, label %242, label %251

242:
  %243 = load i64, ptr %101, align 8
  %244 = icmp sgt i64 %243, -1
  br i1 %244, label %245, label %283

245:
  %246 = phi ptr [ %250, %248 ], [ %7, %242 ]
  %247 = icmp ult ptr %246, %100
  br i1 %247, label %248, label %281

248:
  %249 = getelementptr inbounds nuw i8, ptr %246, i64 %243
  store i64 %20, ptr %249, align 8
  %250 = getelementptr inbounds nuw i8, ptr %246, i64 %28
  br label %245

251:
  %252 = icmp eq i64 %13, 4
  %253 = select i1 %252, ptr %110, ptr %109
  %254 = getelementptr inbounds nuw i8, ptr %253, i64 8
  %255 = getelementptr inbounds nuw i8, ptr %253, i64 16
  br label %256

256:
  %257 = phi ptr [ %7, %251 ], [ %280, %279 ]
  %258 = icmp ult ptr %257, %100
  br i1 %258, label %259, label %281

259:
  %260 = load i64, ptr %253, align 8
  %261 = getelementptr inbounds i8, ptr %257, i64 %260
  %262 = load i64, ptr %254, align 8
  %263 = getelementptr inbounds i8, ptr %257, i64 %262
  br i1 %103, label %264, label %275

264:
  %265 = load i64, ptr %255, align 8
  %266 = getelementptr inbounds i8, ptr %257, i64 %265
  %267 = load i64, ptr %261, align 8
  %268 = load i64, ptr %263, align 8
  %269 = load i64, ptr %266, align 8
  %270 = icmp eq i64 %267, 0
  %271 = select i1 %270, i64 %20, i64 %267
  store i64 %271, ptr %261, align 8
  %272 = xor i64 %268, %20
  %273 = icmp ugt i64 %272, 65535
  %274 = select i1 %273, i64 %268, i64 %269
  store i64 %274, ptr %266, align 8
  br label %279

275:
  %276 = load i64, ptr %261, align 8
  %277 = icmp ult i64 %276, %22
  %278 = select i1 %277, i64 %20, i64 %276
  store i64 %278, ptr %261, align 8
  br label %279

279:
  store i64 %20, ptr %263, align 8
  %280 = getelementptr inbounds nuw i8, ptr %257, i64 %28
  br label %256

281:
  %282 = icmp eq i64 %13, 2
  br i1 %282, label %296, label %283

283:
  %284 = getelementptr inbounds nuw i8, ptr %9, i64 48
  %285 = load i64, ptr %284, align 8
  %286 = icmp sgt i64 %285, -1
  br i1 %286, label %287, label %296

287:
  %288 = mul i64 %28, %26
  %289 = getelementptr inbounds nuw i8, ptr %7, i64 %288
  br label %290

290:
  %291 = phi ptr [ %7, %287 ], [ %295, %293 ]
  %292 = icmp ult ptr %291, %289
  br i1 %292, label %293, label %296

293:
  %294 = getelementptr inbounds nuw i8, ptr %291, i64 %285
  store i64 %20, ptr %294, align 8
  %295 = getelementptr inbounds nuw i8, ptr %291, i64 %28
  br label %290

296:
  ret void
}

define internal void @judge_thread(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4) {
  %6 = icmp slt i64 %2, 0
  %7 = load i64, ptr @first_row_of_early_exit, align 8
  %8 = load i64, ptr @first_row_of_barrier_divergence, align 8
  %9 = select i1 %6, i64 %7, i64 %8
  %10 = icmp slt i64 %9, 0
  %11 = icmp eq i64 %2, 0
  %12 = or i1 %11, %10
  %13 = icmp eq i64 %2, %3
  %14 = or i1 %13, %12
  br i1 %14, label %26, label %15

15:
  %16 = shl i64 %4, 16
  %17 = tail call i64 @suspension_site(i64 %3)
  %18 = or i64 %17, %16
  br i1 %6, label %19, label %21

19:
  %20 = xor i64 %2, -1
  br label %23

21:
  %22 = tail call i64 @suspension_site(i64 %2)
  br label %23

23:
  %24 = phi i64 [ %20, %19 ], [ %22, %21 ]
  %25 = add i64 %24, %9
  tail call void @report_if(i1 true, ptr %0, ptr %1, i64 %25, i64 0, i64 0, i64 %18, i64 0)
  br label %26

26:
  ret void
}

declare i64 @suspension_site(i64)

declare void @report_if(i1, ptr, ptr, i64, i64, i64, i64, i64)

declare void @poll(ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, ptr)

declare void @meet(ptr, ptr, ptr, i64, i64, i64, i64, i64, i64)
