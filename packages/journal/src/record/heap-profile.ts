import * as v from "valibot";
import { callFrameSchema } from "./cpu-profile.ts";

/** A function that allocated, in a call tree, with the bytes of its objects that live. */
export interface HeapNode {
  readonly callFrame: v.InferOutput<typeof callFrameSchema>;
  readonly selfSize: number;
  readonly children: HeapNode[];
}
const heapNodeSchema: v.GenericSchema<HeapNode> = v.looseObject({
  callFrame: v.looseObject(callFrameSchema.entries),
  selfSize: v.pipe(v.number(), v.minValue(0)),
  children: v.array(v.lazy(() => heapNodeSchema)),
});

/** The sampled objects of one thread, as the Chrome DevTools Protocol has them (HeapProfiler.SamplingHeapProfile). */
export const heapProfileSchema = v.looseObject({ head: heapNodeSchema });
export type HeapProfile = v.InferOutput<typeof heapProfileSchema>;
