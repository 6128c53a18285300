import type { Ctx } from '../../../core/contract.ts';

/** Whether somebody shapes forms: operators do, and agencies that were let. */
export const mayShape = (ctx: Ctx): boolean =>
  ctx.can('update', 'FormLayer') && (ctx.tenant.kind === 'root' || ctx.feature('core.agency_forms'));
