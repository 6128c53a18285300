import { subscribe } from '../../../core/contract.ts';
import { People } from '../people/contract.ts';
import { ClientCreated } from './contract.ts';

/** Tells those of an agency who asked for it that there is a new client. */
export const tellOfNewClient = subscribe({
  id: 'clients.new-client',
  event: ClientCreated,
  async run(ctx, { companyId, agencyId }) {
    const client = await ctx.company(companyId);
    if (!client || !ctx.has(People)) return;
    for (const { email, name } of await ctx.use(People).notified(agencyId)) {
      await ctx.mail({
        to: email,
        subject: 'clients.mail.new-client.subject',
        text: 'clients.mail.new-client.text',
        params: { name, client: client.name },
        about: 'notice',
      });
    }
  },
});
