import { defineRoute, defineSetting, T } from '../../../core/contract.ts';

const Days = T.Object({ days: T.Integer({ minimum: 1, maximum: 365 }) });

/** For how long an address that a company gave up sends on. Afterwards it is unknown; the kernel says when others may have it. */
export const FormerHosts = defineSetting({
  id: 'white-label.former-hosts',
  title: 'white-label.settings.former-hosts',
  level: 'platform',
  schema: Days,
  default: { days: 90 },
  read: ['update', 'FormerHost'],
  write: ['update', 'FormerHost'],
});

export const formerHostRoutes = [
  defineRoute({
    id: 'white-label.former-hosts',
    method: 'GET',
    path: '/configuration/former-addresses',
    summary: 'For how long former addresses of agencies redirect',
    ability: ['update', 'FormerHost'],
    response: Days,
    handler: (ctx) => ctx.setting(FormerHosts),
  }),
  defineRoute({
    id: 'white-label.save-former-hosts',
    method: 'PUT',
    path: '/configuration/former-addresses',
    summary: 'Change for how long addresses that are given up from now on redirect',
    ability: ['update', 'FormerHost'],
    stepUp: true,
    audit: 'white-label.former-hosts-changed',
    body: Days,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.saveSetting(FormerHosts, body);
      return { message: ctx.t('white-label.saved') };
    },
  }),
];
