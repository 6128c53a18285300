import { type Ctx, defineRoute, notFound, Problem, Smtp, type SmtpAccount, T } from '../../../core/contract.ts';
import { SavedServer, type ServerInput, ShownServer, saveServer, shownOf, SmtpFields, typedAccount } from './smtp.service.ts';
import { accountOf, dropMailServer, mailServerOf } from './smtp.store.ts';

export const smtpRoutes = [
  defineRoute({
    id: 'white-label.smtp',
    method: 'GET',
    path: '/configuration/mail-server',
    summary: "The agency's own mail server, without its password",
    ability: ['read', 'MailServer'],
    response: ShownServer,
    handler: (ctx) => shownOf(ctx, ctx.tenant.id),
  }),
  defineRoute({
    id: 'white-label.save-smtp',
    method: 'PUT',
    path: '/configuration/mail-server',
    summary: "Change the agency's own mail server",
    ability: ['update', 'MailServer'],
    stepUp: true,
    body: SavedServer,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await saveServer(ctx, ctx.tenant.id, body);
      return { message: ctx.t('white-label.smtp.saved') };
    },
  }),
  defineRoute({
    id: 'white-label.remove-smtp',
    method: 'DELETE',
    path: '/configuration/mail-server',
    summary: 'Send mail through the platform again',
    ability: ['update', 'MailServer'],
    stepUp: true,
    audit: 'white-label.mail-server-removed',
    response: T.Object({ message: T.String() }),
    async handler(ctx) {
      if (!(await dropMailServer(ctx, ctx.tenant.id))) throw notFound();
      return { message: ctx.t('white-label.smtp.removed') };
    },
  }),
  defineRoute({
    id: 'white-label.test-smtp',
    method: 'POST',
    path: '/configuration/user/testsmtp',
    summary: 'Send a test letter through the saved mail server, or the one given',
    ability: ['update', 'MailServer'],
    stepUp: true,
    rate: 'white-label.test-mail',
    audit: 'white-label.mail-server-tested',
    db: 'intent',
    body: T.Partial(T.Object({ companyID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }), ...SmtpFields })),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      if (body.companyID !== undefined && body.companyID !== ctx.tenant.id) throw notFound();
      const account = await ctx.transaction((at) => accountToTest(at, body));
      const fault = await ctx.use(Smtp).send(account, {
        to: ctx.actor.email,
        subject: ctx.t('white-label.mail.test.subject'),
        text: ctx.t('white-label.mail.test.text', { name: ctx.actor.name, company: ctx.tenant.name }),
      });
      if (fault) throw new Problem(422, `white-label.smtp.fault.${fault}`);
      return { result: 'success', message: ctx.t('white-label.smtp.tested', { email: ctx.actor.email }) };
    },
  }),
];

async function accountToTest(ctx: Ctx, body: Partial<ServerInput>): Promise<SmtpAccount> {
  const { host, port, from_name, from_address } = body;
  if (host !== undefined && port !== undefined && from_name !== undefined && from_address !== undefined)
    return (await typedAccount(ctx, ctx.tenant.id, { ...body, host, port, from_name, from_address })).account;
  const stored = await mailServerOf(ctx, ctx.tenant.id);
  if (!stored) throw notFound();
  return accountOf(ctx, stored);
}
