import { T, type TSchema } from '../../core/contract.ts';
import { PRODUCTS } from '../companies/contract.ts';
import { DEFAULT_TERM, LIMIT_FREQUENCIES, TERMS } from './contract.ts';
import { COST_FIELDS } from './cost-fields.ts';

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const Product = T.Enum([...PRODUCTS]);
export const AgencyAt = T.Object({ companyId: Id });
export const ClientAt = T.Object({ companyId: Id, product: Product });
const Cents = (title?: string) => T.Integer({ minimum: 0, maximum: 100_000_000, ...(title ? { title } : {}) });

/** The form 'Set Cost for Agency': the prices of all terms, of which those of the chosen one are shown and sent. */
export const CostForm = T.Object({
  term: T.Enum([...TERMS], { default: DEFAULT_TERM }),
  ...(Object.fromEntries(
    TERMS.flatMap((term) => COST_FIELDS.map((field) => [`${term}_${field.name}`, T.Optional(Cents(`pricing.field.${field.part}`))])),
  ) as Record<string, ReturnType<typeof T.Optional<TSchema>>>),
});

const Count = T.Integer({ minimum: 0, maximum: 1_000_000 });
/** The form of a client's prices for one product. */
export const ClientForm = T.Object({
  CostSet: Cents(),
  CostSetAdvanced: T.Optional(Cents()),
  CostSetB2b: T.Optional(Cents()),
  PlatformFee: Cents(),
  CostMonth: Cents(),
  CostMaxLead: Cents(),
  LimitLead: Count,
  LimitLeadFreq: T.Enum([...LIMIT_FREQUENCIES], { default: 'day' }),
  LimitLeadStart: T.Optional(T.String({ format: 'date' })),
  LimitLeadEnd: T.Optional(T.String({ format: 'date' })),
  PaymentTerm: T.Enum([...TERMS], { default: DEFAULT_TERM }),
  topupoptions: T.Optional(T.Enum(['onetime', 'continual'], { default: 'onetime' })),
  contiDurationSelection: T.Optional(T.Enum(['weekly', 'monthly'], { default: 'weekly' })),
  leadsbuy: T.Optional(Count),
});
