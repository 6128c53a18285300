import type { Ctx } from '../../../core/contract.ts';

export interface Logo {
  hash: string;
  type: string;
  width: number;
  height: number;
  bytes: Buffer;
}

export const logoRow = (ctx: Ctx, companyId: number) => ctx.db.raw('select white_label_logo_hash(?) as hash', [companyId]);

/** A company's logo goes by the hash of its content; null without one. Known to everybody who is shown the company's brand. */
export async function logoHashOf(ctx: Ctx, companyId: number): Promise<string | null> {
  const { rows } = (await logoRow(ctx, companyId)) as { rows: { hash: string | null }[] };
  return rows[0]?.hash ?? null;
}

export async function logoFile(ctx: Ctx, hash: string): Promise<{ type: string; bytes: Buffer } | null> {
  const { rows } = (await ctx.db.raw('select type, bytes from white_label_logo_file(?)', [hash])) as {
    rows: { type: string; bytes: Buffer }[];
  };
  return rows[0] ?? null;
}

export async function saveLogo(ctx: Ctx, companyId: number, logo: Logo): Promise<void> {
  await ctx
    .db('white_label_logo')
    .insert({ company_id: companyId, ...logo })
    .onConflict('company_id')
    .merge({ ...logo, created_at: ctx.db.fn.now() });
}

/** Answers whether there was one. */
export async function dropLogo(ctx: Ctx, companyId: number): Promise<boolean> {
  return (await ctx.db('white_label_logo').where({ company_id: companyId }).delete()) > 0;
}
