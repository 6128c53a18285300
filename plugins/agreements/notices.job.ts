import { DEFAULT_ZONE, defineJob, T } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { acceptedVersion } from './acceptances.store.ts';
import { standing } from './agreements.service.ts';
import { definitions, history } from './documents.service.ts';

/** Tells the owners of companies, once for each version, that a text they accepted has changed and by when to accept it again. */
export const noticeJob = defineJob({
  id: 'agreements.tell-of-new-versions',
  payload: T.Object({}),
  every: '17 * * * *',
  perAgency: true,
  timeoutMs: 60_000,
  async run(ctx) {
    for (const document of definitions(ctx)) {
      const versions = await history(ctx, document);
      const companies = (await ctx.db('agreements_acceptance').where({ document: document.name }).distinct('company_id')) as {
        company_id: number;
      }[];
      for (const { company_id: id } of companies) {
        const at = standing(document.name, versions, await acceptedVersion(ctx, id, document.name), ctx.now);
        if (at.accepted || at.blocksAt === null) continue;
        const isFirst = await ctx
          .db('agreements_notice')
          .insert({ company_id: id, document: document.name, version: at.latestVersion })
          .onConflict(['company_id', 'document', 'version'])
          .ignore()
          .returning('version');
        const owner = isFirst.length > 0 ? (await ctx.use(Accounts).owners([id])).get(id) : undefined;
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
