import { type Ctx, defineRoute, notFound, T } from '../../../core/contract.ts';
import { Code } from './sign-in.schema.ts';
import { chooseFactor, factorOf, offerSecret, renewRecovery } from './second-factor.service.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const UserId = T.Object({ userId: Id });
const Codes = T.Optional(T.Array(T.String()));

/** Somebody else's second factor answers like one that is not there. */
function own(ctx: Ctx, userId: number): void {
  if (userId !== ctx.actor.id) throw notFound();
}

export const secondFactorRoutes = [
  defineRoute({
    id: 'accounts.second-factor',
    method: 'GET',
    path: '/setting/twofactorauth/:userId',
    summary: "One's own second factor",
    ability: 'signed-in',
    params: UserId,
    response: T.Object({
      two_factor_auth: T.Boolean(),
      two_factor_auth_type: T.String(),
      /** False for an authenticator app that never showed a code. */
      confirmed: T.Boolean(),
      /** Recovery codes not used yet. */
      recovery_left: T.Integer(),
    }),
    async handler(ctx, { params }) {
      own(ctx, params.userId);
      return factorOf(ctx);
    },
  }),
  defineRoute({
    id: 'accounts.save-second-factor',
    method: 'PUT',
    path: '/setting/twofactorauth/:userId',
    summary: "Choose one's own second factor",
    ability: 'signed-in',
    sensitive: 'credentials',
    stepUp: true,
    db: 'intent',
    audit: 'accounts.second-factor-changed',
    rate: 'accounts.factor',
    params: UserId,
    body: T.Object({
      two_factor_auth: T.Boolean(),
      two_factor_auth_type: T.Enum(['email', 'google', 'none']),
      secretKey: T.Optional(T.String({ maxLength: 64 })),
      code: T.Optional(T.String({ pattern: '^\\d{6}$' })),
      /** A code of the factor that counts until now, or a recovery code; without it the answer says which one is asked for. */
      current: T.Optional(Code),
    }),
    response: T.Object({ message: T.String(), recovery_codes: Codes }),
    async handler(ctx, { params, body }) {
      own(ctx, params.userId);
      const codes = await chooseFactor(ctx, body.two_factor_auth ? body.two_factor_auth_type : 'none', body);
      return { message: ctx.t('accounts.factor.saved'), ...(codes.length > 0 ? { recovery_codes: codes } : {}) };
    },
  }),
  defineRoute({
    id: 'accounts.offer-secret',
    method: 'GET',
    path: '/setting/get-google-tfa/:userId/:companyId',
    summary: 'Secret and picture for an authenticator app',
    ability: 'signed-in',
    viewMode: 'deny',
    rate: 'accounts.factor',
    params: T.Object({ userId: Id, companyId: Id }),
    response: T.Object({ qrCodeUrl: T.String(), secretKey: T.String() }),
    async handler(ctx, { params }) {
      own(ctx, params.userId);
      if (params.companyId !== ctx.tenant.id) throw notFound();
      return offerSecret(ctx);
    },
  }),
  defineRoute({
    id: 'accounts.renew-recovery',
    method: 'POST',
    path: '/setting/recovery-codes/:userId',
    summary: 'New recovery codes in place of the old ones',
    ability: 'signed-in',
    sensitive: 'credentials',
    stepUp: true,
    db: 'intent',
    audit: 'accounts.recovery-codes-renewed',
    rate: 'accounts.factor',
    params: UserId,
    body: T.Object({ current: T.Optional(Code) }),
    response: T.Object({ message: T.String(), recovery_codes: Codes }),
    async handler(ctx, { params, body }) {
      own(ctx, params.userId);
      return { message: ctx.t('accounts.recovery.renewed'), recovery_codes: await renewRecovery(ctx, body.current) };
    },
  }),
];

export const secondFactorRates = [{ id: 'accounts.factor' as const, points: 30, seconds: 900, by: 'account' as const }];
