import { conflict, type Ctx, defineRoute, ListQuery, notFound, pageOf, Problem, T } from '../../../../core/contract.ts';
import { Leads, LeadsUpdated, type Lead } from '../contract.ts';
import { addTag, removeTag, tagsLike } from './tags.store.ts';

/** More would say nothing of a lead any more. */
const MOST = 20;
const { Page, PerPage, search } = ListQuery([]);
/** Words of whoever looks after the lead; one line of text. */
export const TagInput = T.Object({ tag: T.String({ minLength: 1, maxLength: 40, pattern: '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$' }) });
const params = T.Object({ id: T.String({ format: 'uuid' }) });
const Said = T.Object({ message: T.String() });

const leadOf = async (ctx: Ctx, id: string): Promise<Lead> => {
  const [lead] = await ctx.use(Leads).byId([id]);
  if (!lead) throw notFound();
  return lead;
};

/** Tells the other plugins and the open lists. */
async function announce(ctx: Ctx, { id, companyId }: Lead): Promise<void> {
  await ctx.emit(LeadsUpdated, { companyId, leadIds: [id] });
  await ctx.live('leads', companyId);
}

export const tagRoutes = [
  defineRoute({
    id: 'leads.tags',
    method: 'GET',
    path: '/leads/tags',
    summary: 'Tags that leads in sight have, a page of those that hold a text',
    ability: ['read', 'LeadTag'],
    query: T.Object({ Page, PerPage, search, value: T.Optional(T.String({ maxLength: 40 })) }),
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    async handler(ctx, { query }) {
      if (query.value !== undefined) return { options: [{ value: query.value, label: query.value }] };
      const tags = await tagsLike(ctx, query.search?.trim() ?? '', pageOf(query));
      return { options: tags.map((tag) => ({ value: tag, label: tag })) };
    },
  }),
  defineRoute({
    id: 'leads.tag',
    method: 'POST',
    path: '/leads/:id/tags',
    summary: 'Put a tag on a lead',
    ability: ['update', 'LeadTag'],
    params,
    body: TagInput,
    response: Said,
    async handler(ctx, { params: { id }, body }) {
      const tag = body.tag.trim();
      const lead = await leadOf(ctx, id);
      if (lead.tags.length >= MOST) throw new Problem(409, 'leads.problem.many-tags', { params: { most: MOST } });
      if (!(await addTag(ctx, lead, tag))) throw conflict('leads.problem.tagged', { params: { tag } });
      await ctx.audit({
        action: 'leads.tagged',
        companyId: lead.companyId,
        target: id,
        description: `Tagged a lead "${tag}"`,
        params: { tag },
      });
      await announce(ctx, lead);
      return { message: ctx.t('leads.tag.done', { tag }) };
    },
  }),
  defineRoute({
    id: 'leads.untag',
    method: 'POST',
    path: '/leads/:id/tags/remove',
    summary: 'Take a tag off a lead',
    ability: ['update', 'LeadTag'],
    params,
    body: TagInput,
    response: Said,
    async handler(ctx, { params: { id }, body }) {
      const tag = body.tag.trim();
      const lead = await leadOf(ctx, id);
      if (!(await removeTag(ctx, id, tag))) throw conflict('leads.problem.not-tagged', { params: { tag } });
      await ctx.audit({
        action: 'leads.untagged',
        companyId: lead.companyId,
        target: id,
        description: `Took the tag "${tag}" off a lead`,
        params: { tag },
      });
      await announce(ctx, lead);
      return { message: ctx.t('leads.untag.done', { tag }) };
    },
  }),
];
