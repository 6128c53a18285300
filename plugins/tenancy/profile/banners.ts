import type { BannerDef } from '../../../core/contract.ts';
import { countsAsConnected } from './contract.ts';
import { actorsPerson, setupOf } from './setup.service.ts';

const SETTINGS = '/configuration/general-setting';

/** What somebody has to do before they can use everything. They stay until it is done. */
export const banners: readonly BannerDef[] = [
  {
    id: 'profile.payment-account',
    order: 20,
    async of(ctx) {
      const { userType } = ctx.actor;
      if (userType !== 'userdownline' && userType !== 'administrator' && userType !== 'sales') return null;
      const setup = await setupOf(ctx);
      const { accountConnected } = setup;
      if (countsAsConnected(setup)) return null;
      // Whoever has its account lacks the plan, which is not the agency's to choose.
      if (accountConnected === 'completed') return { severity: 'warn', text: ctx.t('profile.banner.agency.plan') };
      const who = userType === 'sales' ? 'sales' : 'agency';
      const state = accountConnected === 'failed' ? 'empty' : accountConnected;
      return {
        severity: 'warn',
        text: ctx.t(state === 'inverification' ? 'profile.banner.inverification' : `profile.banner.${who}.${state}`),
        link: { title: ctx.t('profile.banner.go'), href: who === 'sales' ? '/configuration/sales-connect-account' : SETTINGS },
      };
    },
  },
  {
    id: 'profile.card',
    order: 30,
    async of(ctx) {
      if (ctx.actor.userType !== 'client' || (await setupOf(ctx)).cardSet) return null;
      return {
        severity: 'warn',
        text: ctx.t('profile.banner.card'),
        link: { title: ctx.t('profile.banner.go'), href: '/user/card-setting' },
      };
    },
  },
  {
    id: 'profile.incomplete',
    order: 40,
    async of(ctx) {
      if (ctx.actor.userType === 'sales' || (await actorsPerson(ctx)).setupCompleted) return null;
      return {
        severity: 'info',
        text: ctx.t('profile.banner.profile'),
        link: { title: ctx.t('profile.banner.go'), href: '/user/profile-setup' },
      };
    },
  },
];
