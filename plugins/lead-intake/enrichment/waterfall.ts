import type { Ctx } from '../../../core/contract.ts';
import { PaidQuestions } from '../capture/contract.ts';
import { CircuitBreaker, SupplierFailure } from '../capture/shared.ts';
import type { LeadPerson } from '../leads/contract.ts';
import {
  type EnrichmentAnswer,
  type EnrichmentApi,
  type EnrichmentQuestion,
  type Information,
  type InformationGroup,
  InformationGroups,
} from './contract.ts';
import { type FieldCount, noteAnswers, stopSupplier, takeBudget } from './figures.store.ts';
import { askSupplier, type Told, type Wanted } from './supplier.client.ts';
import { secretPlace, type Supplier, suppliersOf } from './suppliers.settings.ts';

/** Calls to one supplier at the same time. */
const AT_ONCE = 10;

/** A question on its way down the suppliers. */
interface Open {
  ref: string;
  person: LeadPerson;
  about: EnrichmentQuestion['about'];
  information: Information;
  /** Groups of which nothing came back yet. */
  missing: InformationGroup[];
  groups: string[];
  /** Somebody who might have known something did not say. */
  isSilent: boolean;
}

const breakers = new Map<string, CircuitBreaker>();
function breakerOf({ id, url }: Supplier): CircuitBreaker {
  const key = `${id} ${url}`;
  let breaker = breakers.get(key);
  if (!breaker) breakers.set(key, (breaker = new CircuitBreaker()));
  return breaker;
}

export const enrichmentOf = (ctx: Ctx): EnrichmentApi => ({
  groups: (product) => ctx.contributions(InformationGroups).filter((group) => group.product === product),
  async supplied(groups) {
    const suppliers = (await suppliersOf(ctx)).filter(({ on }) => on);
    return groups.filter((group) => suppliers.some(({ groups: known }) => known.includes(group)));
  },
  async ask(campaign, questions) {
    const may = await ctx.transaction((inner) => inner.use(PaidQuestions).take(campaign, questions.length));
    const open = questions.slice(0, may).map((question) => openOf(ctx, question));
    for (const supplier of await suppliersOf(ctx)) await askAll(ctx, supplier, open);
    return [...open.map(answerOf), ...questions.slice(may).map(refused)];
  },
});

const openOf = (ctx: Ctx, { ref, person, about, groups }: EnrichmentQuestion): Open => ({
  ref,
  person,
  about,
  information: {},
  missing: ctx.contributions(InformationGroups).filter(({ id }) => groups.includes(id)),
  groups: [],
  isSilent: false,
});
const answerOf = ({ ref, person, information, groups, isSilent }: Open): EnrichmentAnswer => ({
  ref,
  state: groups.length === 0 && isSilent ? 'silent' : 'answered',
  person,
  information,
  groups,
});
const refused = ({ ref, person }: EnrichmentQuestion): EnrichmentAnswer => ({ ref, state: 'refused', person, information: {}, groups: [] });

/** Asks one supplier for what is still missing of what it knows. Whatever goes wrong there, the next one is asked. */
async function askAll(ctx: Ctx, supplier: Supplier, all: readonly Open[]): Promise<void> {
  const asking = all.filter((open) => supplier.on && groupsFor(supplier, open).length > 0);
  if (asking.length === 0) return;
  const breaker = breakerOf(supplier);
  const day = ctx.now.toISOString().slice(0, 10);
  const may = breaker.allows(Date.now()) ? await ctx.transaction(({ db }) => takeBudget(db, supplier, day, asking.length)) : 0;
  for (const open of asking.slice(may)) open.isSilent = true;
  if (may === 0) return;
  const { url, header, timeoutMs } = supplier;
  const secret = supplier.secret ? await ctx.secrets.open(ctx.tenant.rootId, secretPlace(supplier.id), supplier.secret) : '';
  const round = new Round(supplier);
  const ask = async (open: Open): Promise<void> => {
    const groups = groupsFor(supplier, open);
    const wanted = wantedOf(open, groups);
    const id = `${open.ref}-${supplier.id}`;
    try {
      const told = await askSupplier(
        ctx.http,
        { url, header, timeoutMs, secret },
        { id, person: open.person, about: open.about, groups: idsOf(groups), wanted },
      );
      breaker.succeeded();
      round.answered(open, groups, wanted, told);
    } catch (error) {
      breaker.failed(Date.now());
      round.failed(open, error);
      ctx.log.warn({ supplier: supplier.name, error: String(error) }, 'enrichment supplier');
    }
  };
  for (let at = 0; at < may; at += AT_ONCE) await Promise.all(asking.slice(at, Math.min(at + AT_ONCE, may)).map(ask));
  await ctx.transaction(({ db }) => round.note(db, day));
}

const idsOf = (groups: readonly InformationGroup[]): string[] => groups.map(({ id }) => id);
/** What a supplier is asked for, and paid for: groups of which something is not known of the person already. */
const groupsFor = (supplier: Supplier, open: Open): InformationGroup[] =>
  open.missing.filter((group) => supplier.groups.includes(group.id) && Object.keys(wantedOf(open, [group])).length > 0);

/** The fields of groups, without what is known of the person already. */
const wantedOf = ({ person }: Open, groups: readonly InformationGroup[]): Wanted =>
  Object.fromEntries(
    groups.flatMap(({ fields }) => Object.entries(fields)).filter(([, field]) => !field.person || person[field.person] === ''),
  );

/** What came of the questions to one supplier. */
class Round {
  readonly #supplier: Supplier;
  readonly #fields = new Map<string, FieldCount>();
  #found = 0;
  #failed = 0;
  #changeCents = 0;
  #namedCents = 0;

  constructor(supplier: Supplier) {
    this.#supplier = supplier;
  }

  answered(open: Open, groups: readonly InformationGroup[], wanted: Wanted, { values, cents }: Told): void {
    const { costCents } = this.#supplier;
    if (cents !== null) this.#changeCents += cents - costCents;
    if (cents !== null && cents > costCents) {
      // Nobody agreed to that price: what came with it is not sold.
      this.#namedCents = Math.max(this.#namedCents, cents);
      this.#failed += 1;
      open.isSilent = true;
      return;
    }
    for (const name of Object.keys(wanted)) this.#count(name, name in values);
    const returned = groups.filter(({ fields }) => Object.keys(fields).some((name) => name in values));
    if (returned.length > 0) this.#found += 1;
    const known = Object.entries(values);
    const ofPerson = known.flatMap(([name, value]) => (wanted[name]!.person ? [[wanted[name]!.person, value]] : []));
    open.person = { ...open.person, ...(Object.fromEntries(ofPerson) as Partial<LeadPerson>) };
    open.information = { ...open.information, ...Object.fromEntries(known.filter(([name]) => !wanted[name]!.person)) };
    open.groups.push(...idsOf(returned));
    open.missing = open.missing.filter((group) => !returned.includes(group));
  }

  failed(open: Open, error: unknown): void {
    open.isSilent = true;
    this.#failed += 1;
    // Who did not answer is not paid.
    if (!(error instanceof SupplierFailure && error.isAnswer)) this.#changeCents -= this.#supplier.costCents;
  }

  async note(db: Ctx['db'], day: string): Promise<void> {
    const { id } = this.#supplier;
    const noted = { found: this.#found, failed: this.#failed, changeCents: this.#changeCents, fields: [...this.#fields.values()] };
    await noteAnswers(db, id, day, noted);
    if (this.#namedCents > 0) await stopSupplier(db, id, this.#namedCents);
  }

  #count(field: string, isFilled: boolean): void {
    const count = this.#fields.get(field) ?? { field, asked: 0, filled: 0 };
    this.#fields.set(field, { field, asked: count.asked + 1, filled: count.filled + (isFilled ? 1 : 0) });
  }
}
