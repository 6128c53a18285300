import type { Kernel } from '../../core/kernel.ts';

/** True for an installation without any company. */
export async function isEmpty(kernel: Kernel): Promise<boolean> {
  return (await kernel.platform('core_tenant').first('id')) === undefined;
}
