import { T } from '../../core/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const CompanyId = T.Object({ companyId: Id });
export const UserId = T.Object({ userId: Id });

const Flag = T.Enum(['T', 'F']);
const fields = {
  ClientCompanyName: T.String({ minLength: 1, maxLength: 200 }),
  ClientFullName: T.String({ minLength: 1, maxLength: 200 }),
  ClientEmail: T.String({ format: 'email', maxLength: 254 }),
};
const timezone = T.Optional(T.String({ minLength: 1, maxLength: 64, default: 'America/Chicago' }));
/** An address or a bare host; empty takes it away. */
const ClientDomain = T.Optional(T.String({ maxLength: 253 }));
/** Of a number without a leading `+`. */
const Country = T.Optional(T.String({ pattern: '^[A-Z]{2}$', default: 'US' }));

/** The number of something or nothing; a type list rather than a union, so that the form can show it as one choice. */
const Choice = T.Optional(T.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647 }));

/** The drawer for a new client. */
export const NewClient = T.Object({
  ...fields,
  ClientPhoneCountryCode: Country,
  ClientPhone: T.Optional(T.String({ maxLength: 40 })),
  ClientDomain,
  timezone,
  ClientPass: T.Optional(T.String({ minLength: 1, maxLength: 128 })),
  disabledaddcampaign: T.Optional(Flag),
  disabledreceivedemail: T.Optional(Flag),
  twoFactorAuth: T.Optional(Flag),
  ClientRole: Choice,
});
/** The form under a row. */
export const EditedClient = T.Object({
  ...fields,
  ClientPhoneCountryCode: Country,
  ClientPhone: T.String({ minLength: 1, maxLength: 40 }),
  ClientDomain,
  timezone: T.String({ minLength: 1, maxLength: 64 }),
  disabledaddcampaign: T.Optional(Flag),
  disabledreceivedemail: T.Optional(Flag),
  enablephonenumber: T.Optional(Flag),
  editorspreadsheet: T.Optional(Flag),
  twoFactorAuth: T.Optional(Flag),
  ClientRole: Choice,
  companyGroupID: Choice,
});

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
