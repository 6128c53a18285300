import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { settingsRow } from './clients.store.ts';

/** What is settled for the actor's company, if it is a client. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: ctx.tenant.kind === 'client' ? [settingsRow(ctx, ctx.tenant.id)] : [] });
