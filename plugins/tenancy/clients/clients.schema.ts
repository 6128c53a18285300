import { Flag, T } from '../../../core/contract.ts';
import { ChosenId, companyFields, FirstPassword, FlagField, Id, newCompanyFields } from '../../foundation/companies/shared.ts';

export const UserId = T.Object({ userId: Id });

const timezone = T.Optional(T.String({ minLength: 1, maxLength: 64, default: 'America/Chicago' }));
/** An address or a bare host; empty takes it away. */
const ClientDomain = T.Optional(T.String({ maxLength: 253 }));
/** Of a number without a leading `+`. */
const Country = T.Optional(T.String({ pattern: '^[A-Z]{2}$', default: 'US' }));

const settings = {
  ClientPhoneCountryCode: Country,
  ClientDomain,
  disabledaddcampaign: FlagField,
  disabledreceivedemail: FlagField,
  twoFactorAuth: FlagField,
  ClientRole: ChosenId,
};

/** The form for a new client. */
export const NewClient = T.Object({ ...newCompanyFields, ...settings, timezone, ClientPass: FirstPassword });
/** The form under a row. */
export const EditedClient = T.Object({
  ...companyFields,
  ...settings,
  timezone: T.Optional(T.String({ minLength: 1, maxLength: 64 })),
  enablephonenumber: FlagField,
  editorspreadsheet: FlagField,
  companyGroupID: ChosenId,
});

/** What a section of its page changes of a client. */
export const ChangedClient = T.Partial(EditedClient);

/** What the specification's user data says of a client beside its person. */
export const ClientFlags = T.Object({
  disable_client_add_campaign: Flag,
  disabledreceivedemail: Flag,
  enablephonenumber: Flag,
  editorspreadsheet: Flag,
  /** `T`: at least one product. */
  leadspeek: Flag,
  /** Products that are on, separated by `|`. */
  leadspeek_type: T.String(),
});
