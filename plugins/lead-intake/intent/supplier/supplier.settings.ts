import { defineSetting, T } from '../../../../core/contract.ts';

export const supplierFields = {
  on: T.Boolean(),
  url: T.String({ maxLength: 500, pattern: '^(|https?://\\S+)$' }),
  /** Name of the header that carries the secret. */
  header: T.String({ maxLength: 60, pattern: '^[A-Za-z0-9-]*$' }),
  timeoutMs: T.Integer({ minimum: 200, maximum: 60_000 }),
  /** Minutes between two questions. */
  everyMinutes: T.Integer({ minimum: 1, maximum: 1_440 }),
};
const schema = T.Object({
  ...supplierFields,
  /** Sealed. */
  secret: T.String({ maxLength: 2_000 }),
});

/** Who sends records of intent over HTTP. Not readable as a setting, because of the secret: it has routes of its own. */
export const IntentSupplier = defineSetting({
  id: 'intent.supplier',
  title: 'intent.supplier.title',
  level: 'platform',
  schema,
  default: { on: false, url: '', header: 'Authorization', secret: '', timeoutMs: 20_000, everyMinutes: 15 },
  read: null,
  write: null,
});

/** Where the secret is sealed, so that it opens nowhere else. */
export const SECRET_PLACE = 'intent.supplier.secret';
