import { defineRoute, T } from '../../../core/contract.ts';
import { linkOf, ownCode, referrerOf } from './referrals.service.ts';
import { takesAgencies } from './registration.service.ts';

const Code = T.String({ maxLength: 100 });

export const referralRoutes = [
  defineRoute({
    id: 'registration.offer',
    method: 'GET',
    path: '/register/offer{/:referralCode}',
    summary: 'What can be registered at this address, and who sent the visitor',
    ability: 'public',
    spends: [],
    scope: 'host',
    anyAal: true,
    rate: 'registration.look-ups',
    params: T.Object({ referralCode: T.Optional(Code) }),
    response: T.Object({
      agencies: T.Boolean(),
      refcode: T.String(),
      referrer: T.String(),
      /** `none` without a code, `known`, or `unknown`. */
      referral: T.Enum(['none', 'known', 'unknown']),
    }),
    async handler(ctx, { params: { referralCode: refcode = '' } }) {
      const agencies = takesAgencies(ctx);
      const found = refcode && agencies ? await referrerOf(ctx, refcode) : null;
      return { agencies, refcode, referrer: found?.name ?? '', referral: found ? 'known' : refcode ? 'unknown' : 'none' } as const;
    },
  }),
  defineRoute({
    id: 'registration.own-link',
    method: 'GET',
    path: '/register/own-link',
    summary: "One's own referral code and the link that carries it",
    ability: ['read', 'ReferralLink'],
    response: T.Object({ code: T.String(), link: T.String() }),
    async handler(ctx) {
      const code = await ownCode(ctx);
      return { code, link: await linkOf(ctx, code) };
    },
  }),
];
