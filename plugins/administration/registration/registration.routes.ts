import { defineRoute, inEvenTime, T } from '../../../core/contract.ts';
import { HumanCheck } from '../../foundation/accounts/contract.ts';
import { register } from './registration.service.ts';

const Id = T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })]));
const AGENCY = 'userdownline';
/** Making a company and telling somebody who has one take as long. */
const EVEN_MS = 400;

export const registrationRoutes = [
  defineRoute({
    id: 'registration.register',
    method: 'POST',
    path: '/register',
    summary: 'Register a company as an agency of the root or a client of the host',
    ability: 'public',
    spends: ['mail', 'password hashing', 'rows'],
    limits:
      'one code to an address without an account, five mails an hour to one that has one; a puzzle from the 6th attempt of 15 minutes on, where a captcha service is configured',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    device: true,
    rate: ['registration.by-address', 'registration.by-email'],
    body: T.Object({
      companyname: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      name: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      email: T.String({ format: 'email', maxLength: 254 }),
      phonenum: T.Optional(T.String({ maxLength: 30 })),
      password: T.String({ minLength: 1, maxLength: 128 }),
      // Which of the two registrations it is; of whatever else is claimed nothing is believed, and the host decides below whom.
      userType: T.Optional(T.String({ maxLength: 20 })),
      gtoken: T.Optional(T.String({ maxLength: 4000 })),
      domainName: T.Optional(T.String({ maxLength: 253 })),
      ownedcompanyid: Id,
      idsys: Id,
      refcode: T.Optional(T.String({ maxLength: 100 })),
    }),
    response: T.Object({ result: T.String(), message: T.String(), go: T.String() }),
    async handler(ctx, { body }) {
      const human = ctx.use(HumanCheck);
      await human.pass(body.email, body.gtoken);
      await human.note(body.email);
      const go = await inEvenTime(EVEN_MS, () => register(ctx, body, body.userType === AGENCY ? 'agency' : 'client'));
      return { result: 'success', message: ctx.t('registration.done'), go };
    },
  }),
];

export const registrationRates = [
  { id: 'registration.by-address' as const, points: 20, seconds: 3600, by: 'ip' as const },
  { id: 'registration.by-email' as const, points: 5, seconds: 3600, by: { body: 'email', each: 'device' as const } },
  { id: 'registration.look-ups' as const, points: 60, seconds: 900, by: 'ip' as const },
];
