import { Flag, T } from '../../../core/contract.ts';
import { Email, FlagField, Id, SUBDOMAIN_PATTERN } from './company-fields.ts';

const Status = T.Union([Flag, T.Boolean()]);
const Yes = T.Optional(Status);
const Text = T.Optional(T.String({ maxLength: 500 }));
/** Fields of the specification whose type it does not show. */
const Either = T.Optional(T.Union([T.String({ maxLength: 500 }), T.Integer(), T.Boolean(), T.Null()]));

/** CreateClient and UpdateClient of the specification. What no kind of user takes notice of yet is accepted and left alone. */
export const CompanyUserFields = {
  companyID: T.Optional(Id),
  idsys: Either,
  ClientCompanyName: T.Optional(T.String({ maxLength: 200 })),
  ClientFullName: T.String({ minLength: 1, maxLength: 200 }),
  ClientEmail: Email,
  ClientPhone: T.Optional(T.String({ maxLength: 40 })),
  ClientPhoneCountryCode: T.Optional(T.String({ pattern: '^[A-Za-z]{2}$' })),
  ClientPhoneCountryCallingCode: T.Optional(T.String({ pattern: '^\\+?[0-9]{1,4}$' })),
  DownlineSubDomain: T.Optional(T.String({ pattern: `^$|${SUBDOMAIN_PATTERN}` })),
  timezone: T.Optional(T.String({ maxLength: 64 })),
  selectedterms: T.Optional(T.Array(T.Object({ term: T.String({ maxLength: 30 }), status: Status }), { maxItems: 20 })),
  selectedmodules: T.Optional(T.Array(T.Object({ type: T.String({ maxLength: 30 }), status: Status }), { maxItems: 20 })),
  ClientPass: T.Optional(T.String({ maxLength: 200 })),
  ClientRole: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 }), T.Null()])),
  ClientDomain: Text,
  ClientWhiteLabeling: FlagField,
  ApiMode: FlagField,
  DownlineDomain: Text,
  DownlineOrganizationID: Either,
  defaultAdmin: Yes,
  customercare: Yes,
  adminGetNotification: Yes,
  disabledreceivedemail: Yes,
  disabledaddcampaign: Yes,
  permission_active: Yes,
  user_permissions: T.Optional(T.Union([T.String({ maxLength: 10_000 }), T.Null()])),
  enablephonenumber: Yes,
  editorspreadsheet: Yes,
  twoFactorAuth: Yes,
  companyGroupID: T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 }), T.Null()])),
  salesRep: Yes,
  salesAE: Yes,
  salesRef: T.Optional(T.Union([T.String({ maxLength: 40 }), T.Null()])),
};
