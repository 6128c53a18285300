import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { POST_FEES } from './billing.constants.ts';
import { agenciesWithUnposted, markPosted, type StoredLine, takeUnposted, voidFees } from './lines.store.ts';
import { POSTED } from './postings.ts';
import { postTaxes, takeBackTaxes } from './taxes/posting.ts';
import { agenciesWithUnpostedTaxes } from './taxes/tax-lines.store.ts';

const AT_ONCE = 200;

/** Posts fees, minimums and taxes that wait for the ledger: what a client's own call charged, and whatever a dead process left. */
export const postFees = defineJob({
  id: POST_FEES.id,
  payload: T.Object({}),
  timeoutMs: 60_000,
  queue: { agencies: async (platform) => [...(await agenciesWithUnposted(platform)), ...(await agenciesWithUnpostedTaxes(platform))] },
  run: (ctx) => post(ctx),
});

/** Posts the fees, minimums and taxes of a bill. A client does not see its agency's books: its fees are posted a moment later. */
export async function postLinesOf(ctx: Ctx, invoiceId: string): Promise<void> {
  if (ctx.tenant.kind === 'client') await ctx.wake(POST_FEES);
  else await post(ctx, invoiceId);
}

async function post(ctx: Ctx, invoiceId?: string): Promise<void> {
  for (;;) {
    const lines = await takeUnposted(ctx.db, AT_ONCE, invoiceId);
    for (const line of lines) await postLine(ctx, line);
    await markPosted(ctx.db, lines);
    const taxes = await postTaxes(ctx, AT_ONCE, invoiceId);
    if (lines.length < AT_ONCE && taxes < AT_ONCE) return;
  }
}

/** The client's side of a fee, and the root's part of it, which is nobody's business but the agency's. */
async function postLine(ctx: Ctx, line: StoredLine): Promise<void> {
  const ledger = ctx.use(Ledger);
  const agencyId = ctx.tenant.agencyId;
  const about = { reference: line.id, ...(line.campaignId !== null && { costCenter: line.campaignId }) };
  if (line.amountCents !== 0)
    await ledger.post(agencyId, {
      ...about,
      key: `billing:fee:${line.id}`,
      code: POSTED.fee,
      companyId: line.companyId,
      entries: [
        { companyId: line.companyId, account: 'receivable', cents: line.amountCents },
        { companyId: agencyId, account: 'revenue', cents: -line.amountCents },
      ],
    });
  if (line.wholesaleCents !== 0)
    await ledger.post(agencyId, {
      ...about,
      key: `billing:agency-fee:${line.id}`,
      code: POSTED.agencyFee,
      companyId: agencyId,
      entries: [
        { companyId: agencyId, account: 'fees', cents: line.wholesaleCents },
        { companyId: agencyId, account: 'payable', cents: -line.wholesaleCents },
      ],
    });
}

/** Takes the fees and taxes of a pack's bill back, the client's side and the root's part: nothing of what they were for came to be. */
export async function takeBackFees(ctx: Ctx, invoice: { id: string; companyId: number; agencyId: number }): Promise<void> {
  const { id, companyId, agencyId } = invoice;
  await takeBackTaxes(ctx, id);
  const { cents, wholesaleCents } = await voidFees(ctx.db, id);
  const ledger = ctx.use(Ledger);
  if (cents !== 0)
    await ledger.post(agencyId, {
      key: `billing:fees-back:${id}`,
      reference: id,
      code: POSTED.credit,
      companyId,
      entries: [
        { companyId: agencyId, account: 'revenue', cents },
        { companyId, account: 'receivable', cents: -cents },
      ],
    });
  if (wholesaleCents !== 0)
    await ledger.post(agencyId, {
      key: `billing:agency-fees-back:${id}`,
      reference: id,
      code: POSTED.agencyFee,
      companyId: agencyId,
      entries: [
        { companyId: agencyId, account: 'payable', cents: wholesaleCents },
        { companyId: agencyId, account: 'fees', cents: -wholesaleCents },
      ],
    });
}
