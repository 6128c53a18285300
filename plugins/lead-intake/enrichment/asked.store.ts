import type { Knex } from 'knex';

/**
 * Whom campaigns of a product have asked about, in a table of the product's: `campaign_id`, a uuid by which it is named, `state` (`asking`,
 * `answered`, `done`), `tries`, `lease_until`, `answer` and `noted_at`. `A` is what is kept of an answer until it is a lead.
 */
export class Asked<A extends object> {
  readonly #table: string;
  readonly #id: string;

  constructor(table: string, id: string) {
    this.#table = table;
    this.#id = id;
  }

  /** Takes in hand, for some seconds, what was asked in vain or by a worker that is gone. Answers their ids. */
  async takeAgain(db: Knex, campaignId: number, most: number, seconds: number): Promise<string[]> {
    const { rows } = (await db.raw(
      `with due as materialized (
         select ${this.#id} as id from ${this.#table} where campaign_id = :campaignId and state = 'asking' and lease_until <= now()
         order by lease_until limit :most for update skip locked)
       update ${this.#table} a set lease_until = now() + make_interval(secs => :seconds) from due
       where a.${this.#id} = due.id and a.campaign_id = :campaignId
       returning due.id`,
      { campaignId, most, seconds },
    )) as { rows: { id: string }[] };
    return rows.map(({ id }) => id);
  }

  /** How many are in hand or wait to become leads. */
  async open(db: Knex, campaignId: number): Promise<number> {
    const row = (await db(this.#table)
      .where({ campaign_id: campaignId })
      .whereIn('state', ['asking', 'answered'])
      .count({ n: '*' })
      .first()) as { n: string };
    return Number(row.n);
  }

  /** Keeps what came back; it waits to become leads. Answers the ids of those of which nothing was kept before. */
  async keepAnswers(db: Knex, campaignId: number, answers: readonly { id: string; answer: A }[]): Promise<Set<string>> {
    if (answers.length === 0) return new Set();
    const { rows } = (await db.raw(
      `update ${this.#table} p set state = 'answered', answer = a.answer, lease_until = now()
       from jsonb_to_recordset(?::jsonb) as a (id uuid, answer jsonb)
       where p.campaign_id = ? and p.${this.#id} = a.id and p.state = 'asking' returning p.${this.#id} as id`,
      [JSON.stringify(answers), campaignId],
    )) as { rows: { id: string }[] };
    return new Set(rows.map(({ id }) => id));
  }

  /** Asks again after some seconds; after so many tries what came back, which is nothing, is kept. */
  async askAgain(db: Knex, campaignId: number, ids: readonly string[], seconds: number, tries: number): Promise<void> {
    if (ids.length === 0) return;
    await db.raw(
      `update ${this.#table} set tries = tries + 1, lease_until = now() + case when tries + 1 >= :tries then '0' else make_interval(secs => :seconds) end,
         state = case when tries + 1 >= :tries then 'answered' else state end
       where campaign_id = :campaignId and ${this.#id} = any(:ids::uuid[]) and state = 'asking'`,
      { campaignId, ids: ids as unknown as Knex.RawBinding, seconds, tries },
    );
  }

  /** Locks what waits to become leads and nobody else has in hand, with further columns of the table. */
  async claimAnswered<C extends string = never>(
    db: Knex,
    campaignId: number,
    which: { most: number } | { ids: readonly string[] },
    columns: readonly C[] = [],
  ): Promise<({ id: string; answer: A | null } & Record<C, unknown>)[]> {
    return (await db(this.#table)
      .where({ campaign_id: campaignId, state: 'answered' })
      .modify((q) => {
        if ('most' in which) void q.whereRaw('lease_until <= now()').orderBy('noted_at').limit(which.most);
        else void q.whereIn(this.#id, which.ids);
      })
      .forUpdate()
      .skipLocked()
      .select({ id: this.#id }, 'answer', ...columns)) as ({ id: string; answer: A | null } & Record<C, unknown>)[];
  }

  /** What came back is in the lead, or worth nothing. */
  finish = (db: Knex, campaignId: number, ids: readonly string[]): Promise<unknown> =>
    db(this.#table).where({ campaign_id: campaignId }).whereIn(this.#id, ids).update({ state: 'done', answer: null });

  /** Keeps some out of reach for some seconds. */
  setBack = (db: Knex, campaignId: number, ids: readonly string[], seconds: number): Promise<unknown> =>
    db(this.#table)
      .where({ campaign_id: campaignId })
      .whereIn(this.#id, ids)
      .update({ lease_until: db.raw('now() + make_interval(secs => ?)', [seconds]) });

  /** What came back so long ago that nobody may use it any more goes. */
  dropAnswers = (db: Knex, before: Date): Promise<unknown> =>
    db(this.#table).where('noted_at', '<', before).whereNot({ state: 'done' }).update({ state: 'done', answer: null });
}
