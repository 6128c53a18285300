import { conflict, type Ctx, defineRoute, Flag, invalid, List, listOfAll, notFound, PageQuery, T } from '../../../../core/contract.ts';
import { isState } from '../../../foundation/places/shared.ts';
import { regionName } from '../details/details.schema.ts';
import { countryName } from '../details/party.ts';
import { percentOf, ppmOf } from './percent.ts';
import { archiveRate, clientsWithRate, type DeclaredRate, declaredRates, insertRate } from './rates.store.ts';

const Done = T.Object({ result: T.String(), message: T.String() });
/** More on one invoice nobody can read, or more places than a table can be looked through. */
const MOST = 200;

/** A tax as forms and calls send it. `percent` has up to four decimals. */
export const RateBody = {
  name: T.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  percent: T.String({ pattern: '^[0-9]{1,3}(\\.[0-9]{1,4})?$' }),
  inclusive: Flag,
  applies_to: T.Enum(['all', 'place', 'chosen']),
  country: T.Optional(T.String({ pattern: '^[A-Z]{2}$' })),
  region: T.Optional(T.String({ maxLength: 100 })),
};

const whom = (ctx: Ctx, { appliesTo, country, region }: DeclaredRate): string => {
  if (appliesTo !== 'place') return ctx.t(`billing.tax.applies.${appliesTo}`);
  const place = countryName(country, ctx.locale);
  return region ? ctx.t('billing.tax.applies.region', { region: regionName(country, region), country: place }) : place;
};

/** The taxes that an agency charges its clients. */
export const rateRoutes = [
  defineRoute({
    id: 'billing.tax-rates',
    method: 'GET',
    path: '/billing/tax-rates',
    summary: 'Taxes that the own agency charges on invoices from now on',
    ability: ['read', 'TaxRate'],
    query: T.Object(PageQuery),
    response: List(T.Object({ id: T.Integer(), name: T.String(), percent: T.String(), how: T.String(), whom: T.String() })),
    async handler(ctx, { query }) {
      const rows = (await declaredRates(ctx.db, ctx.tenant.id)).map((rate) => ({
        id: rate.id,
        name: rate.name,
        percent: percentOf(rate.ppm),
        how: ctx.t(rate.inclusive ? 'billing.tax.inclusive' : 'billing.tax.exclusive'),
        whom: whom(ctx, rate),
      }));
      return listOfAll(rows, query, ctx.locale, ({ name }) => name);
    },
  }),
  defineRoute({
    id: 'billing.tax-rate-add',
    method: 'POST',
    path: '/billing/tax-rates',
    summary: 'Charge a tax on invoices that are issued from now on',
    ability: ['create', 'TaxRate'],
    stepUp: true,
    idempotent: true,
    audit: 'billing.tax-added',
    body: T.Object(RateBody),
    response: Done,
    async handler(ctx, { body }) {
      const ppm = ppmOf(body.percent);
      if (ppm < 1 || ppm > 1_000_000) throw invalid('percent', 'billing.problem.percent');
      const isPlace = body.applies_to === 'place';
      const [country, typed] = isPlace ? [body.country ?? 'US', (body.region ?? '').trim()] : ['', ''];
      const region = country === 'US' ? typed.toUpperCase() : typed;
      if (country === 'US' && region && !isState(region)) throw invalid('region', 'billing.problem.state');
      if ((await declaredRates(ctx.db, ctx.tenant.id)).length >= MOST) throw conflict('billing.problem.tax-rates-most');
      const rate = { name: body.name.trim(), ppm, inclusive: body.inclusive === 'T', appliesTo: body.applies_to, country, region };
      await insertRate(ctx.db, ctx.tenant.id, rate, ctx.now);
      return { result: 'success', message: ctx.t('billing.tax.added', { name: rate.name, percent: percentOf(ppm) }) };
    },
  }),
  defineRoute({
    id: 'billing.tax-rate-archive',
    method: 'DELETE',
    path: '/billing/tax-rates/:id',
    summary: 'Charge a tax no more; invoices that were issued keep it',
    ability: ['delete', 'TaxRate'],
    stepUp: true,
    audit: 'billing.tax-archived',
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: Done,
    async handler(ctx, { params }) {
      // A client of its own tax would be charged none from then on, and nobody would have said so.
      if ((await clientsWithRate(ctx.db, params.id)).length > 0) throw conflict('billing.problem.tax-rate-used');
      const name = await archiveRate(ctx.db, ctx.tenant.id, params.id, ctx.now);
      if (name === null) throw notFound();
      return { result: 'success', message: ctx.t('billing.tax.archived', { name }) };
    },
  }),
  defineRoute({
    id: 'billing.tax-options',
    method: 'GET',
    path: '/billing/tax-options',
    summary: 'Ways to tax a client, to choose from',
    ability: ['read', 'ClientBilling'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    async handler(ctx) {
      const declared = await declaredRates(ctx.db, ctx.tenant.id);
      return {
        options: [
          { value: 'automatic', label: ctx.t('billing.tax.automatic') },
          { value: 'exempt', label: ctx.t('billing.tax.exempt') },
          ...declared.map(({ id, name, ppm }) => ({
            value: `rate:${id}`,
            label: ctx.t('billing.tax.only', { name, percent: percentOf(ppm) }),
          })),
        ],
      };
    },
  }),
];
