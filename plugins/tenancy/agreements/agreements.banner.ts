import { type BannerDef, type Ctx, momentText, type ReadsAhead } from '../../../core/contract.ts';
import { acceptedRow, acceptedVersion } from './acceptances.store.ts';
import { agreementsOf } from './agreements.service.ts';
import { definitions } from './documents.service.ts';

/** What the banner asks first. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({
  rows: ctx.can('accept', 'Acceptance')
    ? definitions(ctx)
        .filter(({ feature }) => feature)
        .map(({ name }) => acceptedRow(ctx, ctx.tenant.id, name))
    : [],
});

/** While the notice of a new material version runs, whoever may agree is told until when. */
export const agreementBanner: BannerDef = {
  id: 'agreements.new-version',
  order: 60,
  async of(ctx) {
    if (!ctx.can('accept', 'Acceptance')) return null;
    for (const document of definitions(ctx)) {
      // Most companies accepted nothing: they need not ask for the versions of each text.
      if (!document.feature || (await acceptedVersion(ctx, ctx.tenant.id, document.name)) === null) continue;
      const { blocksAt, blocked } = await agreementsOf(ctx).status(document.name);
      if (!blocksAt || blocked) continue;
      const params = { document: ctx.t(document.title), until: momentText(blocksAt, ctx.timezone, ctx.locale) };
      return {
        severity: 'warn',
        text: ctx.t('agreements.banner', params),
        link: { title: ctx.t('agreements.read'), href: '/user/agreements' },
      };
    }
    return null;
  },
};
