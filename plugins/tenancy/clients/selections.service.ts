import { Companies, type PaymentTerm, type Product } from '../../foundation/companies/contract.ts';
import { type Ctx, invalid, isYes, notFound, Switches, type Tenant } from '../../../core/contract.ts';
import { chosenTerms, saveTerms } from './clients.store.ts';

interface Selected {
  status: string | boolean;
}
const isOn = ({ status }: Selected): boolean => isYes(status);

/** Whether the agency offers each of its payment terms to a client. One that was never chosen for has them all. */
export async function offeredTerms(ctx: Ctx, companyId: number): Promise<{ term: PaymentTerm; on: boolean }[]> {
  const company = await ctx.company(companyId);
  if (!company) throw notFound();
  const offered = await ctx.use(Companies).paymentTerms(company);
  const chosen = (await chosenTerms(ctx, companyId))?.filter((term) => offered.some((o) => o === term)) ?? [];
  return offered.map((term) => ({ term, on: chosen.length === 0 || chosen.includes(term) }));
}

/** Chooses a client's payment terms among its agency's; at least one. What is not named stays as it is. */
export async function chooseTerms(ctx: Ctx, client: Tenant, selected: readonly (Selected & { term: string })[]): Promise<void> {
  const offered = await offeredTerms(ctx, client.id);
  for (const choice of selected)
    if (isOn(choice) && !offered.some((o) => o.term === choice.term))
      throw invalid('selectedterms', 'clients.problem.no-term', { term: choice.term });
  const said = new Map(selected.map((choice) => [choice.term, isOn(choice)]));
  const terms = offered.filter((o) => said.get(o.term) ?? o.on).map((o) => o.term);
  if (terms.length === 0) throw invalid('selectedterms', 'clients.problem.payment-term');
  await saveTerms(ctx, client.id, terms);
}

/** The products of a client's agency, and whether the client has each. */
export async function offeredProducts(ctx: Ctx, client: Tenant): Promise<{ product: Product; plugin: string; on: boolean }[]> {
  const companies = ctx.use(Companies);
  // What the agency has is what the client could have: its own narrowing is set aside.
  const given = await companies.products({ ...client, id: client.agencyId, kind: 'agency' });
  const own = new Map((await companies.products(client)).map((m) => [m.product, m.on]));
  return given.filter((m) => m.on).map(({ product, plugin }) => ({ product, plugin, on: own.get(product) ?? false }));
}

/** Switches a client's products among its agency's. Switching one off is refused while campaigns of it are open. */
export async function chooseProducts(ctx: Ctx, client: Tenant, selected: readonly (Selected & { type: string })[]): Promise<void> {
  const offered = await offeredProducts(ctx, client);
  const changes = selected.flatMap((choice) => {
    const module = offered.find((o) => o.product === choice.type);
    if (!module && isOn(choice)) throw invalid('selectedmodules', 'clients.problem.no-module', { module: choice.type });
    return module && module.on !== isOn(choice) ? [{ ...module, on: isOn(choice) }] : [];
  });
  await ctx.use(Companies).refuseWhileOpen(
    { companyId: client.id },
    changes.filter((c) => !c.on).map((c) => c.product),
  );
  for (const { plugin, on } of changes) await ctx.use(Switches).narrow(client, plugin, on);
}
