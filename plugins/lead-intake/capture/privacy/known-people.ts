import type { Knex } from 'knex';
import type { KnownPeople } from '../../../foundation/privacy/contract.ts';

/** The identity graph, which belongs to the platform. Whoever goes takes their records of intent along. */
export const peopleOfGraph: KnownPeople = {
  id: 'capture.graph',
  async page(ctx, behind, most) {
    const { rows } = (await ctx.db.raw('select * from capture_people_behind(?, ?)', [behind ?? 0, most])) as {
      rows: { id: string; person_key: Buffer; email: string; phone: string }[];
    };
    return rows.map(({ id, person_key, email, phone }) => ({ id, agencyId: null, email, phone, key: person_key.toString('hex') }));
  },
  async erase(ctx, ids) {
    const { rows } = (await ctx.db.raw('select capture_forget_people(?::bigint[]) as n', [ids as unknown as Knex.RawBinding])) as {
      rows: [{ n: number }];
    };
    return rows[0].n;
  },
};
