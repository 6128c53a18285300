import type { Ctx, Tenant } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { agenciesToLookAt, agenciesWithoutMinimum } from './agency.store.ts';
import { agenciesToRetry } from './charges.store.ts';

/** Agencies for which the calendar, a charge to be tried again, or a minimum that begins has something to do. */
export async function agenciesDue(ctx: Ctx): Promise<number[]> {
  return [...(await agenciesToLookAt(ctx.db, ctx.now)), ...(await agenciesToRetry(ctx.db, ctx.now)), ...(await agenciesToBegin(ctx))];
}

/** Of those of whom no minimum was asked so far: whom nobody ever looked at, and who are active and asked for one now. */
async function agenciesToBegin(ctx: Ctx): Promise<number[]> {
  const waiting = await agenciesWithoutMinimum(ctx.db);
  const asked = await ctx.use(AgencyPlans).withMinimum(waiting.map(({ agency }) => agency));
  const owners = await ctx.use(Accounts).owners([...asked]);
  const isReady = ({ id }: Tenant): boolean => owners.get(id)?.status === 'active';
  return waiting.filter(({ agency, isNew }) => isNew || isReady(agency)).map(({ agency }) => agency.id);
}
