import { defineSetting, type Static, T } from '../../../../core/contract.ts';

const Name = T.String({ maxLength: 100, pattern: '^[A-Za-z0-9_.-]*$' });

/** What a supplier is sent: the names of the fields in its request; empty means it is not told. */
const Request = T.Object({ visitor: Name, emailHash: Name, ip: Name, url: Name });
/** Where a supplier's answer holds what we want: dotted paths, e.g. `person.emails.0`; empty for what it does not know. */
const Response = T.Object({
  firstName: Name,
  lastName: Name,
  email: Name,
  phone: Name,
  address: Name,
  city: Name,
  state: Name,
  zip: Name,
  company: Name,
});

export const supplierSchema = T.Object({
  on: T.Boolean(),
  url: T.String({ maxLength: 500, pattern: '^(|https?://.+)$' }),
  /** Name of the header that carries the secret. */
  header: T.String({ maxLength: 60, pattern: '^[A-Za-z0-9-]*$' }),
  /** Sealed. */
  secret: T.String({ maxLength: 2000 }),
  timeoutMs: T.Integer({ minimum: 200, maximum: 10_000 }),
  /** What one question costs, whatever the answer. */
  costCents: T.Integer({ minimum: 0, maximum: 100_000 }),
  request: Request,
  response: Response,
});
export type SupplierSettings = Static<typeof supplierSchema>;

/** Never readable as a setting, because of the secret: it has routes of its own. */
/** A licensed supplier of identities, asked over HTTP about visitors whom the graph does not know. Off until set up. */
export const Supplier = defineSetting({
  id: 'capture.supplier',
  title: 'capture.supplier.title',
  level: 'platform',
  schema: supplierSchema,
  read: null,
  write: null,
  default: {
    on: false,
    url: '',
    header: 'Authorization',
    secret: '',
    timeoutMs: 3_000,
    costCents: 0,
    request: { visitor: 'visitor_id', emailHash: 'email_hash', ip: 'ip', url: 'url' },
    response: {
      firstName: 'first_name',
      lastName: 'last_name',
      email: 'email',
      phone: 'phone',
      address: 'address',
      city: 'city',
      state: 'state',
      zip: 'zip',
      company: 'company',
    },
  },
});

/** How many questions a campaign may ask the supplier in a day: each costs money, and anybody may visit a website. */
export const LookupBudget = defineSetting({
  id: 'capture.lookup-budget',
  title: 'capture.supplier-form.perCampaign',
  level: 'platform',
  schema: T.Object({ perCampaign: T.Integer({ minimum: 0, maximum: 1_000_000 }) }),
  default: { perCampaign: 500 },
  read: null,
  write: null,
});

/** Where the secret is sealed, so that it opens nowhere else. */
export const SECRET_PLACE = 'capture.supplier.secret';
