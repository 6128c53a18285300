import pg from 'pg';

/** Begin, commit and the scope ask nothing. */
const ASKS_NOTHING = /^\s*(begin|commit|rollback|set |select set_config|savepoint|release)/i;

/** The statements that this process sends to its database while the work lasts, in their order. Background work must be at rest. */
export async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (!ASKS_NOTHING.test(text)) texts.push(text.replace(/\s+/g, ' ').trim());
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return texts;
}
