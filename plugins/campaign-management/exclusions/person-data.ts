import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import { addEntries } from './entries.store.ts';
import type { EntryRow, OptOutRow } from './rows.gen.ts';

const keysOf = ({ keys }: Person): Buffer[] => keys.map((key) => Buffer.from(key, 'hex'));
const hashesOf = ({ emails }: Person, algorithm: 'md5' | 'sha256'): Buffer[] =>
  emails.map((email) => createHash(algorithm).update(email).digest());

const entriesOf = (ctx: Ctx, person: Person): Knex.QueryBuilder =>
  ctx
    .db('exclusions_entry')
    .where({ agency_id: ctx.tenant.agencyId })
    .whereRaw('hash = any(?::bytea[])', [[...hashesOf(person, 'sha256'), ...hashesOf(person, 'md5'), ...keysOf(person)]]);

/** Entries of exclusion lists. Whoever is erased is put on the list of the company that was asked, as hashes of what they are known by. */
export const exclusionData: PersonData = {
  id: 'exclusions.entry',
  title: 'exclusions.privacy.entry',
  order: 90,
  erasing: 'kept',
  tables: ['exclusions_entry'],
  count: async (ctx, person) => Number(((await entriesOf(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = entriesOf(ctx, person).orderBy('id', 'desc').limit(most);
    if (behind) void rows.where('id', '<', behind);
    return ((await rows) as EntryRow[]).map(({ id, kind, masked, source, created_at }) => ({
      id,
      at: created_at,
      what: masked || kind.toUpperCase(),
      data: { kind, shown: masked, source },
    }));
  },
  async erase(ctx, person) {
    // Entries that were typed show a part of the address.
    await entriesOf(ctx, person).update({ masked: '', source: 'erasure' });
    const hashes = hashesOf(person, 'sha256').map((hash) => ({ hash, masked: '' }));
    const keys = keysOf(person).map((hash) => ({ hash, masked: '' }));
    const added = await addEntries(ctx, ctx.tenant.id, hashes, 'erasure', null);
    return added + (await addEntries(ctx, ctx.tenant.id, keys, 'erasure', null, null, 'person'));
  },
};

const optOutsOfPerson = (ctx: Ctx, person: Person): Knex.QueryBuilder =>
  ctx
    .db('exclusions_opt_out')
    .where({ agency_id: ctx.tenant.agencyId })
    .whereRaw('hash = any(?::bytea[])', [hashesOf(person, 'sha256')]);

/** That somebody opted out. Only they take it back. */
export const optOutData: PersonData = {
  id: 'exclusions.opt-out',
  title: 'exclusions.privacy.opt-out',
  order: 91,
  erasing: 'kept',
  tables: ['exclusions_opt_out'],
  count: async (ctx, person) => Number(((await optOutsOfPerson(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = optOutsOfPerson(ctx, person).orderBy('id', 'desc').limit(most);
    if (behind) void rows.where('id', '<', behind);
    return ((await rows) as OptOutRow[]).map(({ id, kind, source, created_at }) => ({
      id,
      at: created_at,
      what: ctx.t(`exclusions.source.${source}`),
      data: { kind, source },
    }));
  },
  erase: async () => 0,
};
