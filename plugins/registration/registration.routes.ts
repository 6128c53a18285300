import { defineRoute, T } from '../../core/contract.ts';
import { registerClient } from './registration.service.ts';

const Id = T.Optional(T.Union([T.Integer(), T.String({ maxLength: 20 })]));

export const registrationRoutes = [
  defineRoute({
    id: 'registration.register',
    method: 'POST',
    path: '/register',
    summary: 'Register a company as a client of the host',
    ability: 'public',
    scope: 'host',
    anyAal: true,
    rate: ['registration.by-address', 'registration.by-email'],
    body: T.Object({
      companyname: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      name: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      email: T.String({ format: 'email', maxLength: 254 }),
      phonenum: T.Optional(T.String({ maxLength: 30 })),
      password: T.String({ minLength: 1, maxLength: 128 }),
      // What the browser claims. The host decides below whom the company stands, and this route what its people may be.
      userType: T.Optional(T.String({ maxLength: 20 })),
      gtoken: T.Optional(T.String({ maxLength: 4000 })),
      domainName: T.Optional(T.String({ maxLength: 253 })),
      ownedcompanyid: Id,
      idsys: Id,
      refcode: T.Optional(T.String({ maxLength: 100 })),
    }),
    response: T.Object({ result: T.String(), message: T.String(), go: T.String() }),
    async handler(ctx, { body }) {
      await registerClient(ctx, body);
      return { result: 'success', message: ctx.t('registration.done'), go: '/login' };
    },
  }),
];

export const registrationRates = [
  { id: 'registration.by-address' as const, points: 20, seconds: 3600, by: 'ip' as const },
  { id: 'registration.by-email' as const, points: 5, seconds: 3600, by: { body: 'email' } },
];
