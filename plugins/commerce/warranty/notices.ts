import { type Ctx, type MailInput, shownMoney } from '../../../core/contract.ts';
import { mailOwner } from '../../foundation/accounts/shared.ts';
import { People } from '../../tenancy/people/contract.ts';
import type { Case } from './cases.store.ts';

const sumOf = (cases: readonly Case[]): string => shownMoney(cases.reduce((sum, { retail_cents: cents }) => sum + Number(cents), 0));

/** Tells clients and their agency of leads that were credited without anybody asking: one mail each, however many they are. */
export async function tellOfFound(ctx: Ctx, cases: readonly Case[]): Promise<void> {
  for (const [companyId, own] of Map.groupBy(cases, (c) => c.company_id))
    await toClient(ctx, companyId, 'found', { count: own.length, amount: sumOf(own) });
  if (cases.length > 0) await toAgency(ctx, 'agency-found', { count: cases.length, amount: sumOf(cases) });
}

/** Tells a client what became of a return. */
export const tellOfAnswer = (ctx: Ctx, of: Case): Promise<void> =>
  toClient(ctx, of.company_id, of.state === 'credited' ? 'approved' : 'declined', {
    amount: shownMoney(Number(of.retail_cents)),
    answer: of.answer || '-',
  });

/** Tells an agency how many leads were given back since it was last told. */
export const tellOfReturns = (ctx: Ctx, count: number): Promise<void> => toAgency(ctx, 'returned', { count });

async function toClient(
  ctx: Ctx,
  companyId: number,
  about: 'found' | 'approved' | 'declined',
  params: Record<string, string | number>,
): Promise<void> {
  const client = await ctx.company(companyId);
  if (client) await mailOwner(ctx, client, notice(about, { ...params, link: `${await ctx.origin(client)}/lead-returns` }));
}

/** Writes to those of the agency who asked to be told, or else to whom its clients turn. */
async function toAgency(ctx: Ctx, about: 'returned' | 'agency-found', params: Record<string, string | number>): Promise<void> {
  if (!ctx.has(People)) return;
  const people = await ctx.use(People).notified(ctx.tenant.id);
  const care = people.length > 0 ? people : [await ctx.use(People).customerCare(ctx.tenant.id)];
  const link = `${await ctx.origin()}/lead-returns`;
  for (const person of care) if (person) await ctx.mail({ to: person.email, ...notice(about, { ...params, name: person.name, link }) });
}

const notice = (about: string, params: Record<string, string | number>): Omit<MailInput, 'to'> => ({
  subject: `warranty.mail.${about}.subject`,
  text: `warranty.mail.${about}.text`,
  params,
  about: 'notice',
});
