import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';
import type { AcceptanceRow } from './rows.gen.ts';

export type Acceptance = Omit<AcceptanceRow, 'agency_id' | 'root_id'>;

export const acceptedRow = (ctx: Ctx, companyId: number, document: string) =>
  ctx.db('agreements_acceptance').where({ company_id: companyId, document }).max('version as version').first();

/** The highest version of a document that the company accepted, or null. */
export async function acceptedVersion(ctx: Ctx, companyId: number, document: string): Promise<number | null> {
  const row = (await acceptedRow(ctx, companyId, document)) as {
    version: number | null;
  };
  return row.version;
}

/** Companies of an agency that accepted some version of a document. */
export const companiesThatAccepted = async (ctx: Ctx, agencyId: number, document: string): Promise<number[]> =>
  (await ctx.db('agreements_acceptance').where({ agency_id: agencyId, document }).distinct('company_id').pluck('company_id')) as number[];

/** Agencies with a company that accepted only versions before this one and was not told of it. */
export async function agenciesUntold(ctx: Ctx, document: string, version: number): Promise<number[]> {
  const { rows } = (await ctx.db.raw(
    `select distinct a.agency_id from (
       select company_id, agency_id, max(version) as version from agreements_acceptance where document = :document group by 1, 2) a
     where a.version < :version and not exists (
       select from agreements_notice n where n.company_id = a.company_id and n.document = :document and n.version = :version)`,
    { document, version },
  )) as { rows: { agency_id: number }[] };
  return rows.map((row) => row.agency_id);
}

/** Keeps the text as it was accepted, once. */
export async function keepCopy(ctx: Ctx, companyId: number, hash: Buffer, html: string): Promise<void> {
  await ctx.db('agreements_copy').insert({ company_id: companyId, sha256: hash, html }).onConflict(['company_id', 'sha256']).ignore();
}

/** False when the same person accepted this version on this occasion before: the first record stands. */
export async function insertAcceptance(ctx: Ctx, row: Omit<Acceptance, 'id' | 'accepted_at'>): Promise<boolean> {
  const done = (await ctx
    .db('agreements_acceptance')
    .insert({ ...row, accepted_at: ctx.now })
    .onConflict(['company_id', 'document', 'version', 'user_id', 'occasion'])
    .ignore()
    .returning('id')) as unknown[];
  return done.length === 1;
}

/** One page of a company's acceptances, newest first. */
export async function acceptancesOf(
  ctx: Ctx,
  companyId: number,
  page: { offset: number; perPage: number },
): Promise<{ rows: Acceptance[]; total: number }> {
  const mine = ctx.query('Acceptance').where('agreements_acceptance.company_id', companyId);
  return rowsAndTotal<Acceptance>(ctx, mine, (found) => found.orderBy('id', 'desc').select('agreements_acceptance.*'), page);
}

/** An acceptance that the caller may read, with the text that was accepted. */
export async function signedCopy(ctx: Ctx, id: number): Promise<(Acceptance & { html: string }) | undefined> {
  const found = (await ctx.query('Acceptance').where('agreements_acceptance.id', id).first('agreements_acceptance.*')) as
    | Acceptance
    | undefined;
  if (!found) return undefined;
  const copy = (await ctx.db('agreements_copy').where({ company_id: found.company_id, sha256: found.sha256 }).first('html')) as
    | { html: string }
    | undefined;
  return copy && { ...found, html: copy.html };
}
