import { type Contributions, T, type TSchema } from '../../../core/contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { DEFAULT_TERM, LIMIT_FREQUENCIES, TERMS } from './contract.ts';
import { fieldsOf } from './cost-fields.ts';
import { pricedProducts } from './products.ts';

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const AgencyAt = T.Object({ companyId: Id });
export const clientAt = (from: Contributions) => T.Object({ companyId: Id, product: productName(from) });
const Cents = (title?: string) => T.Integer({ minimum: 0, maximum: 100_000_000, 'x-unit': 'US cents', ...(title ? { title } : {}) });

/** The form 'Set Cost for Agency': the prices of all terms, of which those of the chosen one are shown and sent. */
export const costForm = (from: Contributions) =>
  T.Object({
    term: T.Enum([...TERMS], { default: DEFAULT_TERM }),
    ...(Object.fromEntries(
      TERMS.flatMap((term) =>
        pricedProducts(from)
          .flatMap(fieldsOf)
          .map(({ name, part }) => [`${term}_${name}`, T.Optional(Cents(`pricing.field.${part}`))]),
      ),
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
