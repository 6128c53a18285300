import { Companies, type CompanyUserRow, PAYMENT_TERMS, Products } from '../../foundation/companies/contract.ts';
import { type Ctx, flagOf, invalid, isYes, notFound, Switches, type Tenant } from '../../../core/contract.ts';
import { PaymentTerms } from '../../foundation/companies/shared.ts';
import { ModuleSwitched } from './contract.ts';

/** One choice of the specification's lists. */
export interface Selected {
  status: string | boolean;
}
export const isOn = ({ status }: Selected): boolean => isYes(status);

/** Root's grant of a module or beta feature to an agency, or null for what holds for the others. Throws 404 for a key that nothing has. */
export async function switchModule(ctx: Ctx, agency: Tenant, key: string, grant: boolean | null): Promise<void> {
  await ctx.use(Switches).grant(agency, key, grant);
  if (key.includes('.')) return;
  const on =
    grant ??
    ctx
      .use(Switches)
      .list(ctx.tenant)
      .find((known) => known.key === key)!.granted;
  // Told in the agency's name, so that listeners work under its RLS policies.
  await ctx.as(agency, (at) => at.emit(ModuleSwitched, { agencyId: agency.id, plugin: key, on }));
}

/** The payment terms an agency may offer; at least one. */
export async function choosePaymentTerms(ctx: Ctx, agency: Tenant, selected: readonly (Selected & { term: string })[]): Promise<void> {
  const chosen = new Set(selected.filter(isOn).map(({ term }) => term));
  const offered = await rootTerms(ctx, agency);
  const terms = PAYMENT_TERMS.filter((term) => chosen.has(term) && offered.includes(term));
  if (terms.length === 0) throw invalid('selectedterms', 'agencies.problem.payment-term');
  await ctx.saveSetting(PaymentTerms, terms, agency);
}

/** The payment terms of the root: agencies choose among them. */
async function rootTerms(ctx: Ctx, agency: Tenant): Promise<readonly PaymentTerm[]> {
  const root = agency.rootId === ctx.tenant.id ? ctx.tenant : await ctx.company(agency.rootId);
  return root ? ctx.setting(PaymentTerms, root) : PAYMENT_TERMS;
}

/** Adds to rows of agencies what each may choose among and what it chose (of payment terms `terms`), under the specification's names. */
export async function withChoices(
  ctx: Ctx,
  rows: readonly CompanyUserRow[],
  terms: ReadonlyMap<number, readonly PaymentTerm[]>,
): Promise<CompanyUserRow[]> {
  const chosen: CompanyUserRow[] = [];
  for (const row of rows) chosen.push({ ...row, ...(await choiceAmong(ctx, agencyIn(row), terms.get(row.company_id)!)) });
  return chosen;
}

const agencyIn = ({ company_id: id, company_root_id: rootId, company_name: name }: CompanyUserRow): Tenant => ({
  id,
  kind: 'agency',
  name,
  agencyId: id,
  rootId,
});

/** The payment terms that each of the agencies chose. */
export const termsOf = (ctx: Ctx, rows: readonly CompanyUserRow[]): Promise<Map<number, PaymentTerm[]>> =>
  ctx.settings(PaymentTerms, rows.map(agencyIn));

/** What an agency may choose among, and what it chose. */
export const choiceOf = async (ctx: Ctx, agency: Tenant): Promise<Choice> =>
  choiceAmong(ctx, agency, await ctx.setting(PaymentTerms, agency));

async function choiceAmong(ctx: Ctx, agency: Tenant, terms: readonly PaymentTerm[]): Promise<Choice> {
  const offered = await rootTerms(ctx, agency);
  const modules = await ctx.use(Companies).products(agency);
  return {
    rootpaymentterm: offered.map((term) => ({ value: term, label: ctx.t(`agencies.payment-term.${term}`) })),
    rootmodules: modules.map(({ product }) => ({ value: product, label: ctx.named(product).name })),
    selected_payment_term: offered.map((term) => ({ term, status: flagOf(terms.includes(term)) })),
    selected_modules: modules.map(({ product, on }) => ({ type: product, status: flagOf(on) })),
  };
}
type Choice = Required<Pick<CompanyUserRow, 'rootpaymentterm' | 'rootmodules' | 'selected_payment_term' | 'selected_modules'>>;
type PaymentTerm = (typeof PAYMENT_TERMS)[number];

/** Switches the agency's products. Switching one off is refused while campaigns of it are open. */
export async function chooseProducts(ctx: Ctx, agency: Tenant, selected: readonly (Selected & { type: string })[]): Promise<void> {
  const granted = new Map(
    ctx
      .use(Switches)
      .list(agency)
      .map((s) => [s.key, s.granted]),
  );
  const changes = selected.flatMap((choice) => {
    const type = ctx.contributions(Products).find((t) => t.product === choice.type);
    if (!type) {
      if (isOn(choice)) throw invalid('selectedmodules', 'agencies.problem.no-module', { module: choice.type });
      return [];
    }
    return granted.has(type.plugin) && granted.get(type.plugin) !== isOn(choice) ? [{ ...type, on: isOn(choice) }] : [];
  });
  await ctx.use(Companies).refuseWhileOpen(
    { agencyId: agency.id },
    changes.filter((c) => !c.on).map((c) => c.product),
  );
  for (const { plugin, on } of changes) await switchModule(ctx, agency, plugin, on);
}

/** An agency whose modules the actor may see or change; throws 404 otherwise. */
export async function agencyOf(ctx: Ctx, companyId: number, action: 'read' | 'oversee' | 'update'): Promise<Tenant> {
  const allowed = await ctx.query('Agency', action).where('agencies_profile.company_id', companyId).first('agencies_profile.company_id');
  const agency = allowed && (await ctx.company(companyId));
  if (!agency || agency.kind !== 'agency') throw notFound();
  return agency;
}
