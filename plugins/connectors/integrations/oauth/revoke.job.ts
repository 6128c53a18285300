import { Connectors, defineJob, T } from '../../../../core/contract.ts';
import { ofConnection, openOne, TOKENS } from '../credentials.ts';
import type { Kept } from './tokens.ts';

/** Gives up the tokens of a connection that was removed, at the system that gave them, as far as it answers. */
export const revokeJob = defineJob({
  id: 'integrations.revoke',
  payload: T.Object({ connector: T.String(), company: T.Integer(), connection: T.Integer(), tokens: T.String() }),
  timeoutMs: 60_000,
  db: 'intent',
  async run(ctx, { connector: id, company, connection, tokens }) {
    const connector = ctx.use(Connectors).find(id);
    if (!connector?.auth.oauth?.revoke) return;
    const { refresh, access } = JSON.parse(await openOne(ctx, company, ofConnection(connection), TOKENS, tokens)) as Kept;
    await ctx.use(Connectors).revoke(connector, refresh || access);
  },
});
