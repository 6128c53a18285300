import { defineRoute, inEvenTime, type RateDef, T } from '../../../core/contract.ts';
import { HumanCheck } from '../../foundation/accounts/contract.ts';
import { maskedAddress } from '../../foundation/privacy/shared.ts';
import { MOST_OF_ALL, MOST_OF_BRAND } from './mails.ts';
import { addressOfLead, ask, optOut, standingOf, takeBack } from './opt-out.service.ts';

const Token = T.String({ minLength: 40, maxLength: 1000, pattern: '^v1\\.[A-Za-z0-9_-]+$' });
const LeadToken = T.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' });
const Gtoken = T.Optional(T.String({ maxLength: 4000 }));
const Said = T.Object({ result: T.String(), message: T.String() });
/** Mailing a link and doing nothing take as long. */
const EVEN_MS = 150;

export const optOutRates: RateDef[] = [
  { id: 'opt-out.asks', points: 20, seconds: 3_600, by: 'ip' },
  { id: 'opt-out.links', points: 60, seconds: 900, by: 'ip' },
];
const asks = {
  ability: 'public',
  scope: 'host',
  anyAal: true,
  db: 'intent',
  rate: 'opt-out.asks',
  spends: ['mail', 'rows'],
  limits: `${MOST_OF_BRAND} mails a day to an address from one brand and ${MOST_OF_ALL} from all; a puzzle from the 6th attempt of 15 minutes on, where a captcha service is configured`,
  unlogged: 'a mail and nothing else',
} as const;
const holds = {
  ability: 'public',
  scope: 'host',
  anyAal: true,
  rate: 'opt-out.links',
  limits: 'only the holder of a mailed link',
} as const;

/** What somebody may do who is no user: opt out of a brand by a link mailed to them. Links do nothing by being opened, since programs that look into mails open them too. */
export const optOutRoutes = [
  defineRoute({
    id: 'opt-out.ask',
    method: 'POST',
    path: '/opt-out',
    summary: 'Mail a link to opt out of the brand of the host; answers the same whatever is known of the address',
    ...asks,
    body: T.Object({ email: T.String({ format: 'email', maxLength: 254 }), gtoken: Gtoken }),
    response: Said,
    async handler(ctx, { body }) {
      await inEvenTime(EVEN_MS, async () => {
        const human = ctx.use(HumanCheck);
        await human.pass(body.email, body.gtoken);
        await human.note(body.email);
        await ctx.transaction((tx) => ask(tx, body.email));
      });
      return { result: 'success', message: ctx.t('opt-out.asked') };
    },
  }),
  defineRoute({
    id: 'opt-out.lead',
    method: 'GET',
    path: '/opt-out/lead/:token',
    summary: 'Whom the opt-out link of a lead concerns, as far as its holder may know',
    ability: 'public',
    scope: 'host',
    anyAal: true,
    rate: 'opt-out.links',
    spends: [],
    params: T.Object({ token: LeadToken }),
    response: T.Object({ who: T.String() }),
    handler: async (ctx, { params }) => ({ who: maskedAddress(await addressOfLead(ctx, params.token)) }),
  }),
  defineRoute({
    id: 'opt-out.ask-by-lead',
    method: 'POST',
    path: '/opt-out/lead',
    summary: 'Mail a link to opt out to the person of a lead',
    ...asks,
    body: T.Object({ token: LeadToken }),
    response: Said,
    async handler(ctx, { body }) {
      await inEvenTime(EVEN_MS, () => ctx.transaction(async (tx) => ask(tx, await addressOfLead(tx, body.token))));
      return { result: 'success', message: ctx.t('opt-out.asked') };
    },
  }),
  defineRoute({
    id: 'opt-out.one',
    method: 'GET',
    path: '/opt-out/link/:token',
    summary: 'Whether the person of a mailed link has opted out',
    ...holds,
    spends: [],
    params: T.Object({ token: Token }),
    response: T.Object({ who: T.String(), state: T.Enum(['open', 'out']), may_erase: T.Boolean() }),
    async handler(ctx, { params }) {
      const { who, optedOut, mayErase } = await standingOf(ctx, params.token);
      return { who, state: optedOut ? ('out' as const) : ('open' as const), may_erase: mayErase };
    },
  }),
  defineRoute({
    id: 'opt-out.confirm',
    method: 'POST',
    path: '/opt-out/confirm',
    summary: 'Opt out of the brand by a mailed link',
    ...holds,
    spends: ['rows'],
    body: T.Object({ token: Token }),
    response: Said,
    async handler(ctx, { body }) {
      await optOut(ctx, body.token, false);
      return { result: 'success', message: ctx.t('opt-out.confirmed') };
    },
  }),
  defineRoute({
    id: 'opt-out.erase',
    method: 'POST',
    path: '/opt-out/erase',
    summary: 'Opt out of the brand by a mailed link, and have all erased that it holds of oneself',
    ...holds,
    spends: ['rows'],
    body: T.Object({ token: Token }),
    response: Said,
    async handler(ctx, { body }) {
      const request = await optOut(ctx, body.token, true);
      return { result: 'success', message: ctx.t('opt-out.erasing', { request: request! }) };
    },
  }),
  defineRoute({
    id: 'opt-out.undo',
    method: 'POST',
    path: '/opt-out/undo',
    summary: 'Take an opt-out back by a mailed link',
    ...holds,
    spends: ['rows'],
    body: T.Object({ token: Token }),
    response: Said,
    async handler(ctx, { body }) {
      await takeBack(ctx, body.token);
      return { result: 'success', message: ctx.t('opt-out.taken-back') };
    },
  }),
];
