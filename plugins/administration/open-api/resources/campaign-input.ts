import { dollarsOf, Problem, type Static, T } from '../../../../core/contract.ts';

const Day = (description: string, example: string) =>
  T.String({ pattern: '^(20\\d{2}-\\d{2}-\\d{2})?$', description: `${description}; empty for none`, examples: [example] });
const Cents = (description: string, example: number) =>
  T.Integer({ minimum: 0, maximum: 100_000_000, description: `${description}, in US cents`, examples: [example] });
const Places = (description: string, example: string) =>
  T.Array(T.String({ maxLength: 100 }), { maxItems: 2000, description, examples: [[example]] });
const Required = (what: string) => T.Boolean({ description: `Only people whose ${what} is known`, examples: [true] });

/** What can be said of a campaign; left-out fields keep their value, or what is usual for the client. */
export const CampaignFields = {
  name: T.Optional(T.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Roof repair visitors'] })),
  timezone: T.Optional(T.String({ maxLength: 60, examples: ['America/Chicago'] })),
  starts_on: T.Optional(Day("The first day in the campaign's time zone", '2026-09-02')),
  ends_on: T.Optional(Day('The last day', '2026-12-31')),
  lead_price_cents: T.Optional(Cents('What the client pays for a lead', 450)),
  lead_limit: T.Optional(
    T.Integer({
      minimum: 0,
      maximum: 1_000_000,
      examples: [20],
      description: 'At most so many leads in each `lead_limit_per`; 0 for no limit',
    }),
  ),
  lead_limit_per: T.Optional(T.Enum(['day', 'week', 'month', 'total'], { examples: ['day'] })),
  max_spend_cents: T.Optional(Cents('At most so much for leads in each `lead_limit_per`; 0 for no limit', 50_000)),
  require_email: T.Optional(Required('e-mail address')),
  require_phone: T.Optional(Required('phone number')),
  require_address: T.Optional(Required('address')),
  nationwide: T.Optional(T.Boolean({ examples: [false], description: 'People from everywhere; the places below do not count then' })),
  states: T.Optional(Places('Where people live: two-letter states', 'IL')),
  cities: T.Optional(Places('Where people live: cities', 'Chicago')),
  zips: T.Optional(Places('Where people live: zip codes', '60601')),
};
const CampaignBody = T.Object(CampaignFields);
export type CampaignInput = Static<typeof CampaignBody>;

const asIs = (value: unknown): unknown => value;
const flag = (value: unknown): 'T' | 'F' => (value ? 'T' : 'F');
const dollars = (value: unknown): string => dollarsOf(value as number);
/** By field of the API the field of the product's own form, and how it says the same. */
const FORM: Readonly<Record<keyof CampaignInput, readonly [field: string, said: (value: unknown) => unknown]>> = {
  name: ['campaignName', asIs],
  timezone: ['timezone', asIs],
  starts_on: ['startdatecampaign', asIs],
  ends_on: ['enddatecampaign', asIs],
  lead_price_cents: ['CostSet', dollars],
  lead_limit: ['LimitLead', asIs],
  lead_limit_per: ['LimitLeadFreq', asIs],
  max_spend_cents: ['CostMaxLead', dollars],
  require_email: ['requireemailaddress', flag],
  require_phone: ['phoneenabled', flag],
  require_address: ['homeaddressenabled', flag],
  nationwide: ['nationaltargeting', flag],
  states: ['locatorstate', asIs],
  cities: ['locatorcity', asIs],
  zips: ['locatorzip', asIs],
};
const OWN_NAMES = new Map(Object.entries(FORM).map(([name, [field]]) => [field, name]));

/** What was sent, as the product's own form sends it. */
export const asForm = (input: CampaignInput): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(FORM).flatMap(([name, [field, said]]) => {
      const value = input[name as keyof CampaignInput];
      return value === undefined ? [] : [[field, said(value)]];
    }),
  );

/** Work that refuses fields by the names of the form; whoever called is told of them by the names that they sent. */
export async function inOwnNames<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error;
    const errors = error.errors.map((one) => ({ ...one, field: OWN_NAMES.get(one.field) ?? one.field }));
    throw new Problem(error.status, error.code, { params: error.params, errors, extra: error.extra });
  }
}
