import { defineForm, defineRoute, invalid, notFound, T } from '../../../core/contract.ts';
import { checkOwn, connect, holderOf } from './accounts.service.ts';
import { dropAccount, findAccount } from './accounts.store.ts';
import type { AccountRow } from './rows.gen.ts';
import { answered, gatewayFor } from './provider.ts';
import { SandboxRecords } from './gateway/sandbox.store.ts';

const Status = T.Enum(['empty', 'pending', 'inverification', 'completed', 'failed']);
const Account = T.Object({
  accountconnected: Status,
  charges_enabled: T.Boolean(),
  payouts_enabled: T.Boolean(),
  account_requirements: T.Array(T.String()),
});
const EMPTY = { accountconnected: 'empty' as const, charges_enabled: false, payouts_enabled: false, account_requirements: [] };

const SandboxAccount = T.Object({ status: T.Enum(['completed', 'inverification', 'pending', 'failed']) });

/** A page of the provider's own, on which the account is completed. The specification has a call to begin and one to go on. */
const formOf = (id: 'payments.account-create' | 'payments.account-link', action: 'create' | 'update', path: string, summary: string) =>
  defineRoute({
    id,
    method: 'POST',
    path,
    summary,
    ability: [action, 'ConnectedAccount'],
    stepUp: true,
    db: 'intent',
    // The specification names it `url`; browsers follow the others.
    response: T.Object({ url: T.String(), leave: T.Optional(T.String()), go: T.Optional(T.String()) }),
    async handler(ctx) {
      const [url, origin] = [await connect(ctx), await ctx.origin()];
      return url.startsWith(`${origin}/`) ? { url, go: url.slice(origin.length) } : { url, leave: url };
    },
  });

/** The same four facts of an account, from what is noted of it. */
const shownOf = (known: Pick<AccountRow, 'status' | 'charges_enabled' | 'payouts_enabled' | 'requirements'>) => ({
  accountconnected: known.status,
  charges_enabled: known.charges_enabled,
  payouts_enabled: known.payouts_enabled,
  account_requirements: known.requirements,
});

/** The account at the payment provider that an agency, or a sales person, is paid on. */
export const accountRoutes = [
  defineRoute({
    id: 'payments.account',
    method: 'GET',
    path: '/general/connected-account',
    summary: 'How the own account at the payment provider stands, as last noted',
    ability: ['read', 'ConnectedAccount'],
    response: Account,
    async handler(ctx) {
      const { company_id, person_id } = holderOf(ctx);
      const known = await findAccount(ctx.db, company_id, person_id);
      return known?.gateway === gatewayFor(ctx).id ? shownOf(known) : EMPTY;
    },
  }),
  formOf(
    'payments.account-create',
    'create',
    '/general/create-connected-account',
    'Open an account at the payment provider, or go on with the open one',
  ),
  formOf(
    'payments.account-link',
    'update',
    '/general/connected-account-link',
    "A page of the provider's on which to complete the own account",
  ),
  defineRoute({
    id: 'payments.account-check',
    method: 'POST',
    path: '/general/check-connected-account',
    summary: 'Ask the payment provider how the own account stands',
    ability: ['update', 'ConnectedAccount'],
    withoutStepUp: 'asks the payment provider how the account stands',
    db: 'intent',
    response: Account,
    handler: async (ctx) => shownOf(await checkOwn(ctx)),
  }),
  defineRoute({
    id: 'payments.account-reset',
    method: 'DELETE',
    path: '/general/reset-payment-connection/:companyId/:type',
    summary: 'Let go of the own account at the payment provider',
    ability: ['delete', 'ConnectedAccount'],
    stepUp: true,
    audit: 'payments.account-reset',
    params: T.Object({ companyId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }), type: T.String({ maxLength: 30 }) }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { params }) {
      const { company_id, person_id } = holderOf(ctx);
      if (params.companyId !== company_id || !(await dropAccount(ctx.db, company_id, person_id))) throw notFound();
      return { result: 'success', message: ctx.t('payments.account.reset.done') };
    },
  }),
  defineRoute({
    id: 'payments.sandbox-account',
    method: 'PUT',
    path: '/payments/sandbox-account',
    summary: "Play the provider's part for a sandbox account",
    ability: ['update', 'ConnectedAccount'],
    withoutStepUp: 'exists without a payment provider only, where no money moves',
    db: 'intent',
    body: SandboxAccount,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      const { company_id, person_id } = holderOf(ctx);
      const known = await ctx.transaction((inner) => findAccount(inner.db, company_id, person_id));
      if (known?.gateway !== 'sandbox') throw invalid('status', 'payments.problem.no-sandbox');
      await new SandboxRecords(ctx).change('account', known.account, body);
      await checkOwn(ctx);
      return { message: ctx.t('payments.sandbox.changed') };
    },
  }),
  defineRoute({
    id: 'payments.coupon',
    method: 'POST',
    path: '/configuration/coupon/get-coupon',
    summary: 'What a coupon is worth now',
    ability: ['use', 'Coupon'],
    withoutStepUp: 'looks a coupon up and changes nothing',
    db: 'intent',
    body: T.Object({ coupon_code: T.String({ minLength: 1, maxLength: 60, pattern: '\\S' }) }),
    response: T.Object({ id: T.String(), percent_off: T.Union([T.Number(), T.Null()]), amount_off: T.Union([T.Integer(), T.Null()]) }),
    async handler(ctx, { body }) {
      const coupon = await answered(gatewayFor(ctx).coupon(body.coupon_code.trim()));
      if (!coupon) throw invalid('coupon_code', 'payments.problem.coupon');
      return { id: coupon.id, percent_off: coupon.percentOff, amount_off: coupon.amountOffCents };
    },
  }),
];

export const sandboxAccountForm = defineForm({
  id: 'payments.sandbox-account-form',
  version: 1,
  title: 'payments.sandbox.form',
  button: 'payments.sandbox.button',
  submit: 'payments.sandbox-account',
  ability: ['update', 'ConnectedAccount'],
  schema: SandboxAccount,
  ui: { status: { widget: 'radio' } },
});
