import { defineJob, T } from '../../../core/contract.ts';
import { checkBooks } from './check.service.ts';

/** Checks the books once an hour. What does not add up fails it at once, so that it stands among what operators have to look into. */
export const ledgerCheck = defineJob({
  id: 'ledger.check',
  payload: T.Object({}),
  timeoutMs: 600_000,
  db: 'intent',
  retries: 0,
  every: '1 hour',
  async run(ctx) {
    const found = await checkBooks((step) =>
      ctx.transaction(async ({ db }) => {
        await db.raw(`set local statement_timeout = '4min'`);
        return step(db);
      }),
    );
    for (const breach of found) ctx.log.error(breach, 'the ledger does not add up');
    const [first] = found;
    if (!first) return;
    const more = found.length > 1 ? `, and ${found.length - 1} more` : '';
    throw new Error(`The ledger breaks the rule "${first.rule}": ${first.what}, by ${first.cents} cents${more}`);
  },
});
