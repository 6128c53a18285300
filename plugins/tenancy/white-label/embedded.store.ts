import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';

export const PLACES = ['head', 'body', 'footer'] as const;
export type Place = (typeof PLACES)[number];
export interface Embedded {
  place: Place;
  code: string;
  hash: string;
  changed_at: Date;
}

export const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export async function embeddedOf(ctx: Ctx, agencyId: number): Promise<Embedded | undefined> {
  return (await ctx.db('white_label_embedded').where({ company_id: agencyId }).first('place', 'code', 'hash', 'changed_at')) as
    | Embedded
    | undefined;
}

/** Stores an agency's code; an empty one removes it. */
export async function saveEmbedded(ctx: Ctx, agencyId: number, place: Place, code: string): Promise<void> {
  if (code === '') return void (await ctx.db('white_label_embedded').where({ company_id: agencyId }).delete());
  const row = { place, code, hash: hashOf(code), changed_by: ctx.actor.id, changed_at: ctx.db.fn.now() };
  await ctx
    .db('white_label_embedded')
    .insert({ company_id: agencyId, ...row })
    .onConflict('company_id')
    .merge(row);
}

/** A pass for one loading of the frame, and where it stands; null where the caller's agency has no code. */
export async function givePass(ctx: Ctx): Promise<{ pass: string; place: Place } | null> {
  const pass = randomBytes(24).toString('base64url');
  const { rows } = (await ctx.db.raw('select white_label_give_pass(?) as place', [passHash(pass)])) as { rows: { place: Place | null }[] };
  return rows[0]?.place ? { pass, place: rows[0].place } : null;
}

/** Takes the pass, which is good once, under a host of its agency; answers the code. */
export async function takePass(platform: Knex, pass: string, host: string): Promise<string | null> {
  const { rows } = (await platform.raw(
    `with taken as (delete from white_label_pass where hash = ? and expires_at > now() returning company_id)
     select e.code from taken join white_label_embedded e using (company_id)
       join core_public_host h on h.tenant_id = taken.company_id and h.host = ? and h.verified_at is not null`,
    [passHash(pass), host],
  )) as { rows: { code: string }[] };
  return rows[0]?.code ?? null;
}

const passHash = (pass: string): Buffer => createHash('sha256').update(pass).digest();
