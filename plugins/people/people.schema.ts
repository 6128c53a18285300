import { T } from '../../core/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const AccountId = T.Object({ accountId: Id });
export const Status = T.Object({ status: T.Enum(['active', 'suspended']) });

const Flag = T.Optional(T.Enum(['T', 'F']));
const contact = {
  ClientFullName: T.String({ minLength: 1, maxLength: 200 }),
  ClientEmail: T.String({ format: 'email', maxLength: 254 }),
  ClientPhone: T.Optional(T.String({ maxLength: 40 })),
};
const ClientPass = T.Optional(T.String({ minLength: 1, maxLength: 128 }));
/** A type list rather than a union, so that the form can show it as one choice. */
const ClientRole = T.Optional(T.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 }));

const administrator = {
  ...contact,
  ClientRole,
  defaultAdmin: Flag,
  customercare: Flag,
  adminGetNotification: Flag,
  twoFactorAuth: Flag,
};
export const NewAdministrator = T.Object({ ...administrator, ClientPass });
export const EditedAdministrator = T.Object(administrator);

const sales = {
  ...contact,
  salesRep: Flag,
  salesAE: Flag,
  /** Empty: one is made up. */
  salesRef: T.Optional(T.String({ pattern: '^$|^[A-Za-z0-9-]{3,40}$' })),
  twoFactorAuth: Flag,
};
export const NewSalesPerson = T.Object({ ...sales, ClientPass });
export const EditedSalesPerson = T.Object(sales);

const Yes = T.Enum(['T', 'F']);
/** A person as the lists show one. */
export const PersonRow = T.Object({
  id: T.Integer(),
  company_id: T.Integer(),
  company_root_id: T.Integer(),
  company_name: T.String(),
  name: T.String(),
  email: T.String(),
  user_type: T.String(),
  phonenum: T.String(),
  phone_country_code: T.String(),
  phone_country_calling_code: T.String(),
  /** `active`, `invited` or `suspended`. */
  status_acc: T.String(),
  role_id: T.Union([T.Integer(), T.Null()]),
  role_name: T.String(),
  defaultAdmin: Yes,
  customercare: Yes,
  adminGetNotification: Yes,
  salesRep: Yes,
  salesAE: Yes,
  isAccExecutive: Yes,
  salesRef: T.String(),
  /** `owner`, `self` or `other`: the first two can be neither removed nor suspended. */
  standing: T.Enum(['owner', 'self', 'other']),
  /** What may be done to it: `suspended`, `readmitted`, or nothing. */
  may_be: T.Enum(['suspended', 'readmitted', '']),
  created_at: T.String(),
});
