import { type Ctx, defineExtensionPoint } from '../../../core/contract.ts';

/** Something that an agency or a client does once before its first lead arrives. It states itself from data; nobody ticks it. */
export interface LaunchStep {
  /** Its message keys are `<id>` and `<id>.help`. */
  id: string;
  /** Its place among the steps: people do them from the lowest to the highest. */
  order: number;
  for: readonly ('agency' | 'client')[];
  /** The path inside the product where it is done. */
  address: string | ((ctx: Ctx) => string);
  /** Whether the caller's company has done it; null: not asked of this company. All steps are asked side by side (`ctx.together`), so it only reads. */
  isDone(ctx: Ctx): Promise<boolean | null>;
  /** What the steps lead to has it: whether that was so long ago that nobody needs to hear of the steps any more, once all are done. */
  isLongAgo?(ctx: Ctx): Promise<boolean>;
}
export const LaunchSteps = defineExtensionPoint<LaunchStep>('launch.step');
