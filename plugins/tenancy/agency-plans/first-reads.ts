import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { MinimumSpend } from './charges.settings.ts';
import { Packages } from './plans.ts';
import { planRows } from './plans.store.ts';

/** What was agreed with the actor's agency, and what is sold to agencies. */
export const firstReads = (ctx: Ctx): ReadsAhead =>
  ctx.tenant.kind === 'agency' ? { rows: [planRows(ctx, [ctx.tenant.id])], settings: [MinimumSpend, Packages] } : {};
