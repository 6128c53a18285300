import { type Ctx, shownMoney, type Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { closeIfPaid, invoiceParams, owedInvoices, refreshRights, TRY, zoneOf } from './arrears.service.ts';
import { changeArrears, lockArrears, lookAgainAt } from './arrears.store.ts';
import { tellOwner } from './dunning.mail.ts';
import type { ArrearsRow } from './rows.gen.ts';
import { ARREARS, arrearsAt, nextStageAt } from './schedule.ts';

const HOUR = 3_600_000;

/** Lets time pass over a client's arrears: each stage is entered once and in order, and a try that is due is asked for. */
export async function advance(ctx: Ctx, client: Tenant): Promise<void> {
  if (await closeIfPaid(ctx, client)) return;
  const row = await lockArrears(ctx.db, client.id);
  if (!row) return;
  const zone = await zoneOf(ctx, client.id);
  const at = ARREARS.indexOf(arrearsAt(row.failed_at, ctx.now, zone));
  for (const stage of ARREARS.slice(ARREARS.indexOf(row.stage) + 1, at + 1)) await enter(ctx, client, row, stage);
  await lookAgainAt(ctx.db, client.id, nextLook(ctx.now, nextStageAt(row.failed_at, ARREARS[at]!, zone)));
  if (row.next_try_at === null || row.next_try_at > ctx.now) return;
  await changeArrears(ctx.db, row.id, { try_now: true, next_try_at: null, rounds: row.rounds + 1 });
  await ctx.wake(TRY);
}

/** At the next stage, and at the latest in an hour: the zone may change, and an invoice be settled while this plugin is off. */
const nextLook = (now: Date, stageAt: Date | null): Date => new Date(Math.min(now.getTime() + HOUR, stageAt?.getTime() ?? Infinity));

async function enter(ctx: Ctx, client: Tenant, row: ArrearsRow, stage: ArrearsRow['stage']): Promise<void> {
  await changeArrears(ctx.db, row.id, { stage });
  if (stage === 'suspended') await refreshRights(ctx, client);
  if (stage === 'stopped') await ctx.use(Campaigns).stopAll({ companyId: client.id });
  const owed = await owedInvoices(ctx, row);
  const [oldest] = owed;
  if (oldest && stage !== 'failed') {
    const total = shownMoney(owed.reduce((sum, i) => sum + i.dueCents, 0));
    await tellOwner(ctx, client, stage, { params: { ...(await invoiceParams(ctx, client, oldest)), total } });
  }
  await ctx.audit({
    action: `dunning.${stage}`,
    companyId: client.id,
    description: `Unpaid since ${row.failed_at.toISOString()}: ${stage}`,
  });
}
