import { type Ctx, DEFAULT_ZONE, defineJob, T } from '../../../core/contract.ts';
import { ownerOf } from '../../foundation/accounts/shared.ts';
import { acceptedVersion, agenciesUntold, companiesThatAccepted } from './acceptances.store.ts';
import { latestAsked, standing } from './agreements.service.ts';
import { AgreementDocuments } from './contract.ts';
import { definitions, history } from './documents.service.ts';

/** Tells the owners of companies, once for each version, that a text they accepted has changed and by when to accept it again. */
export const noticeJob = defineJob({
  id: 'agreements.tell-of-new-versions',
  payload: T.Object({}),
  every: '17 * * * *',
  due: agenciesToTell,
  timeoutMs: 60_000,
  async run(ctx) {
    for (const document of definitions(ctx)) {
      const versions = await history(ctx, document);
      for (const id of await companiesThatAccepted(ctx, ctx.tenant.id, document.name)) {
        const at = standing(document.name, versions, await acceptedVersion(ctx, id, document.name), ctx.now);
        if (at.accepted || at.blocksAt === null) continue;
        const isFirst = await ctx
          .db('agreements_notice')
          .insert({ company_id: id, document: document.name, version: at.latestVersion })
          .onConflict(['company_id', 'document', 'version'])
          .ignore()
          .returning('version');
        const owner = isFirst.length > 0 ? await ownerOf(ctx, id) : null;
        const company = await ctx.company(id);
        if (!owner || !company) continue;
        await ctx.mail({
          to: owner.email,
          subject: 'agreements.mail.changed.subject',
          text: 'agreements.mail.changed.text',
          params: {
            name: owner.name,
            link: `${await ctx.origin(company)}/user/agreements`,
          },
          texts: { document: document.title },
          moments: { until: { at: at.blocksAt, zone: DEFAULT_ZONE } },
        });
      }
    }
  },
});

/** Agencies with somebody to tell. What came with the product counts from the first look at it. */
async function agenciesToTell(ctx: Ctx): Promise<number[]> {
  const roots = (await ctx.db('core_public_company').where({ kind: 'root' }).whereNull('removed_at').pluck('id')) as number[];
  const agencies: number[] = [];
  for (const id of roots) {
    const root = await ctx.company(id);
    if (root) agencies.push(...(await ctx.as(root, agenciesBelow)));
  }
  return agencies;
}

async function agenciesBelow(ctx: Ctx): Promise<number[]> {
  const agencies: number[] = [];
  for (const document of ctx.installed(AgreementDocuments)) {
    const latest = latestAsked(await history(ctx, document));
    // Nobody accepted anything before a first version.
    if (latest > 1) agencies.push(...(await agenciesUntold(ctx, document.name, latest)));
  }
  return agencies;
}
