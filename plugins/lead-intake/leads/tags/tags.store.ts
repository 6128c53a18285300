import type { Knex } from 'knex';
import { containing, type Ctx } from '../../../../core/contract.ts';
import type { Lead } from '../contract.ts';

/** Puts a tag on a lead; answers false where it has it already. */
export async function addTag(ctx: Ctx, { id, companyId }: Pick<Lead, 'id' | 'companyId'>, tag: string): Promise<boolean> {
  const made = await ctx
    .db('leads_tag')
    .insert({ lead_id: id, company_id: companyId, tag })
    .onConflict(['lead_id', 'tag_key'])
    .ignore()
    .returning('tag');
  return made.length > 0;
}

/** Takes a tag off a lead; answers false where it does not have it. */
export const removeTag = async (ctx: Ctx, leadId: string, tag: string): Promise<boolean> =>
  (await ctx.query('LeadTag', 'update').where({ lead_id: leadId }).whereRaw('tag_key = lower(?)', [tag]).delete()) > 0;

/** Tags in the caller's sight that hold a text, each once. One is found behind the other in an index: they are few, and the leads that have them many. */
export async function tagsLike(ctx: Ctx, search: string, at: { offset: number; perPage: number }): Promise<string[]> {
  const first = (): Knex.QueryBuilder => ctx.query('LeadTag').orderBy('tag_key').limit(1).select('tag_key', 'tag');
  const next = ctx.db.raw('select n.* from walked cross join lateral ? n', [first().whereRaw('tag_key > walked.tag_key')]);
  const rows = await ctx.db
    .withRecursive('walked', ctx.db.raw('? union all ?', [first(), next]))
    .from('walked')
    .where(containing(['tag_key'], search))
    .orderBy('tag_key')
    .offset(at.offset)
    .limit(at.perPage)
    .select('tag');
  return (rows as { tag: string }[]).map(({ tag }) => tag);
}
