import { answerOf, type Api } from './api-client.ts';

/** Those of the product's industries that the demo needs. */
const INDUSTRIES = { advertising: 1, food: 10, software: 21 } as const;

/** What somebody tells of themselves and, if they speak for it, of their company in Profile Setup. */
export interface Told {
  phone: string;
  address: string;
  city: string;
  zip: string;
  state: string;
  /** Left out by people who do not speak for their company. */
  company?: { name: string; industry: keyof typeof INDUSTRIES; email: string };
}

/** Goes through Profile Setup like the person does: about oneself, about the company, finish. */
export async function completeProfile(person: Api, told: Told): Promise<void> {
  const { id, name, email } = answerOf(await person.GET('/api/user'));
  const { address, city, zip, state } = told;
  answerOf(
    await person.PUT('/api/profile/person', {
      body: { name, email, phonenum: told.phone, phone_country_code: 'US', address, city, zip, state_code: state, country_code: 'US' },
    }),
  );
  if (told.company)
    answerOf(
      await person.PUT('/api/profile/company', {
        body: {
          company_name: told.company.name,
          industry_id: INDUSTRIES[told.company.industry],
          company_email: told.company.email,
          company_phone: told.phone,
          company_address: address,
          company_city: city,
          company_zip: zip,
          company_state_code: state,
          company_country_code: 'US',
        },
      }),
    );
  answerOf(await person.PUT('/api/leadspeek/user/setupcomplete', { body: { usrID: id, statuscomplete: 'T' } }));
}
