import { type Ctx, type Question, rehearsed, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { clientCostOf, marginOf, saveClientCost } from './client-cost.service.ts';
import { type ClientCost, TermQuestions } from './contract.ts';
import { lossQuestion } from './margin.ts';

/** Asked before prices of a client are saved: where a lead would cost the agency more than it brings, and where another term is charged for. */
export async function costQuestion(ctx: Ctx, client: Tenant, product: Product, given: Partial<ClientCost>): Promise<Question | null> {
  const before = await ctx.transaction((inner) => clientCostOf(inner, client, product));
  const { margin, cost } = await rehearsed(ctx, async (inner) => {
    const saved = await saveClientCost(inner, client, product, given);
    return { margin: await marginOf(inner, client, product, saved), cost: saved };
  });
  const loss = lossQuestion(ctx, margin, client.name);
  if (cost.paymentTerm === before.paymentTerm) return loss;
  const charges: Question[] = [];
  for (const asked of ctx.contributions(TermQuestions)) {
    const question = await asked(ctx, client, product, cost.paymentTerm);
    if (question) charges.push(question);
  }
  const [charge] = charges;
  if (!charge || !loss) return charge ?? loss;
  return { ...charge, body: `${charge.body} ${loss.body}` };
}
