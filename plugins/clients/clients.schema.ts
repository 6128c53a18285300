import { T } from '../../core/contract.ts';

export const CompanyId = T.Object({ companyId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const fields = {
  ClientCompanyName: T.String({ minLength: 1, maxLength: 200 }),
  ClientFullName: T.String({ minLength: 1, maxLength: 200 }),
  ClientEmail: T.String({ format: 'email', maxLength: 254 }),
};
const timezone = T.Optional(T.String({ minLength: 1, maxLength: 64, default: 'America/Chicago' }));

/** The drawer for a new client. */
export const NewClient = T.Object({ ...fields, ClientPhone: T.Optional(T.String({ maxLength: 40 })), timezone });
/** The form under a row. */
export const EditedClient = T.Object({
  ...fields,
  ClientPhone: T.String({ minLength: 1, maxLength: 40 }),
  timezone: T.String({ minLength: 1, maxLength: 64 }),
});
