import { answerOf, type Api, signIn } from './api-client.ts';
import { DEMO_PASSWORD, type DemoClient } from './companies.ts';

/** Adds a client to the own agency; answers its company. */
export async function addClient(owner: Api, origin: string, client: DemoClient): Promise<number> {
  const { company_id: id } = answerOf(
    await owner.POST('/api/clients', {
      body: {
        ClientCompanyName: client.company,
        ClientFullName: client.person,
        ClientEmail: client.email,
        ClientPhone: client.phone,
        ClientDomain: client.website,
        timezone: client.timezone,
        ...(client.password ? { ClientPass: DEMO_PASSWORD } : {}),
      },
    }),
  );
  // The first sign-in asks for a mailed code, which is nothing to begin with when one looks at the demo.
  if (client.password) await signIn(origin, client.email, DEMO_PASSWORD);
  return id;
}
