import { type Ctx, flagOf, type Tenant } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { contactFieldsOf, readCompany } from './company.store.ts';
import { industryKey } from './industries.ts';
import { pictureOf } from './picture.service.ts';
import { actorsPerson, setupOf } from './setup.service.ts';

/** The person's and the company's data in the answer of `GET /user`. */
export const userFields: UserFieldsOf = { id: 'profile.fields', of: fieldsOf };

async function fieldsOf(ctx: Ctx): Promise<Record<string, unknown>> {
  const [person, setup, picture, company] = await ctx.together([
    () => actorsPerson(ctx),
    () => setupOf(ctx),
    () => pictureOf(ctx, ctx.actor.id),
    () => companyFields(ctx, ctx.tenant),
  ]);
  const { setupCompleted, questionnaireCompleted, phone_country_code, phone_country_calling_code, address, city, zip, ...where } = person;
  return {
    phone_country_code,
    phone_country_calling_code,
    address,
    city,
    zip,
    state_code: where.state_code,
    country_code: where.country_code,
    profile_pict: picture,
    profile_setup_completed: flagOf(setupCompleted),
    questionnaire_setup_completed: flagOf(questionnaireCompleted),
    setupcomplete: setup.setupcomplete,
    accountconnected: setup.accountConnected,
    ip_login: ctx.ip,
    ...company,
  };
}

/** A company's data under the specification's names. */
async function companyFields(ctx: Ctx, { id, name }: Tenant): Promise<Record<string, unknown>> {
  const company = await readCompany(ctx.db, id);
  const { industry_id, industry_name } = company;
  const key = industry_id === null ? null : industryKey(industry_id);
  return {
    company_name: name,
    industry_id,
    industry_name: industry_name || (key ? ctx.t(key) : ''),
    ...contactFieldsOf(company),
  };
}
