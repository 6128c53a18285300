import { Flag, T } from '../../../core/contract.ts';
import { CompanyUser } from '../../foundation/companies/contract.ts';
import { ChosenId, FirstPassword, FlagField, Id, personFields } from '../../foundation/companies/shared.ts';

export const AccountId = T.Object({ accountId: Id });
export const Status = T.Object({ status: T.Enum(['active', 'suspended']) });

const administrator = {
  ...personFields,
  ClientRole: ChosenId,
  defaultAdmin: FlagField,
  customercare: FlagField,
  adminGetNotification: FlagField,
  twoFactorAuth: FlagField,
};
export const NewAdministrator = T.Object({ ...administrator, ClientPass: FirstPassword });
export const EditedAdministrator = T.Object(administrator);

const sales = {
  ...personFields,
  salesRep: FlagField,
  salesAE: FlagField,
  /** Empty: one is made up. */
  salesRef: T.Optional(T.String({ pattern: '^$|^[A-Za-z0-9-]{3,40}$' })),
  twoFactorAuth: FlagField,
};
export const NewSalesPerson = T.Object({ ...sales, ClientPass: FirstPassword });
export const EditedSalesPerson = T.Object(sales);

const Yes = Flag;
/** A person as the lists show one. */
export const PersonRow = T.Object({
  ...T.Omit(CompanyUser, ['id']).properties,
  id: T.Integer(),
  /** `active`, `invited` or `suspended`. */
  status_acc: T.String(),
  /** Whether the caller may have the person's second factor taken off. */
  may_reset_factor: Yes,
  email_waits: Yes,
  email_note: T.String(),
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
