import { runTrigger } from '../../../core/contract.ts';
import { ClientCreated, Clients, NewClient } from './contract.ts';

const SUBJECT = 'client:';

export const clientTriggers = [
  runTrigger({
    trigger: NewClient,
    event: ClientCreated,
    occasions: async (_ctx, { companyId }) => [{ companyId, subject: SUBJECT + companyId }],
    async read(ctx, { subject }) {
      const client = await ctx.use(Clients).find(Number(subject.slice(SUBJECT.length)));
      return client && { name: client.name, website: client.domain, timezone: client.timezone };
    },
    sample: () => ({ name: 'Example Inc.', website: 'example.com', timezone: 'America/Chicago' }),
  }),
];
