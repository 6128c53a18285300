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

/** Tags in the caller's sight that hold a text, each once. */
export async function tagsLike(ctx: Ctx, search: string, at: { offset: number; perPage: number }): Promise<string[]> {
  const rows = await ctx
    .query('LeadTag')
    .where(containing(['tag_key'], search))
    .groupBy('tag_key')
    .orderBy('tag_key')
    .offset(at.offset)
    .limit(at.perPage)
    .select(ctx.db.raw('min(tag) as tag'));
  return (rows as { tag: string }[]).map(({ tag }) => tag);
}
