import { subscribe } from '../../core/contract.ts';
import { ClientCreated, Clients } from '../clients/contract.ts';
import { peopleOf } from './people.port.ts';

/** Tells those of an agency who asked for it that there is a new client. */
export const tellOfNewClient = subscribe({
  id: 'people.new-client',
  event: ClientCreated,
  async run(ctx, { companyId, agencyId }) {
    if (!ctx.has(Clients)) return;
    const client = await ctx.use(Clients).find(companyId);
    if (!client) return;
    for (const { email, name } of await peopleOf(ctx).notified(agencyId)) {
      await ctx.mail({
        to: email,
        subject: 'people.mail.new-client.subject',
        text: 'people.mail.new-client.text',
        params: { name, client: client.name },
        about: 'notice',
      });
    }
  },
});
