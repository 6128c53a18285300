import type { BannerDef, Ctx, ReadsAhead } from '../../core/contract.ts';
import { brokenRows, countBroken } from './clients.store.ts';

/** Whom navigation lets onto the integrations screens. */
const MAY_OPEN = new Set(['client', 'userdownline']);
const mayOpen = (ctx: Ctx, subject: string): boolean => MAY_OPEN.has(ctx.actor.userType ?? '') && ctx.can('read', subject);

/** What the banners ask. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({
  rows: [
    ...(mayOpen(ctx, 'Connection') ? [brokenRows(ctx, false)] : []),
    ...(mayOpen(ctx, 'ClientConnection') ? [brokenRows(ctx, true)] : []),
  ],
});

/** Connections that do not work; each banner stays until its cause is gone. */
export const banners: readonly BannerDef[] = [
  {
    id: 'integrations.broken',
    order: 50,
    async of(ctx) {
      if (!mayOpen(ctx, 'Connection')) return null;
      const { count, first, name } = await countBroken(ctx, false);
      if (count === 0) return null;
      return {
        severity: 'bad',
        text: ctx.t('integrations.banner.broken', { count, name }),
        link: { title: ctx.t('integrations.banner.open'), href: count === 1 ? `/integrations/${first}` : '/integrations' },
      };
    },
  },
  {
    id: 'integrations.clients-broken',
    order: 51,
    async of(ctx) {
      if (!mayOpen(ctx, 'ClientConnection')) return null;
      const { count } = await countBroken(ctx, true);
      if (count === 0) return null;
      return {
        severity: 'warn',
        text: ctx.t('integrations.banner.clients', { count }),
        link: { title: ctx.t('integrations.banner.open'), href: '/integrations' },
      };
    },
  },
];
