import { type Ctx, defineRoute, notFound, T } from '../../../core/contract.ts';
import { Companies, CompanyUser, type CompanyUserRow } from '../../foundation/companies/contract.ts';
import { CompanyId, listed, savedText } from '../../foundation/companies/shared.ts';
import { ChangedClient } from './clients.schema.ts';
import { oneClient, updateClient } from './clients.service.ts';
import { clients, settingsOf } from './clients.store.ts';
import { offeredProducts, offeredTerms } from './selections.service.ts';

const STATES = ['active', 'invited', 'suspended', 'payment_failed'] as const;

/** What the page of one client shows in its head and its settings. */
export const clientPageRoutes = [
  defineRoute({
    id: 'clients.overview',
    method: 'GET',
    path: '/clients/:companyId/overview',
    summary: 'One client with its owner: how it stands and why, and the payment terms it is offered',
    ability: ['list', 'Client'],
    params: CompanyId,
    response: T.Object({
      ...CompanyUser.properties,
      state: T.Enum([...STATES]),
      /** Says why in a sentence; empty where nothing is wrong. */
      statetext: T.String(),
      termstext: T.String(),
      /** Address of its own website, or empty. */
      website: T.String(),
      /** Whether campaigns of a product can be made for it, by product. */
      products: T.Record(T.String(), T.Boolean()),
    }),
    async handler(ctx, { params }) {
      const row = await oneClient(ctx, params.companyId);
      const state = stateOf(row);
      const { domain } = (await settingsOf(ctx, row.company_id))!;
      return {
        ...row,
        state,
        statetext: state === 'active' ? '' : ctx.t(`clients.state.${state}`, { name: row.name }),
        termstext: await termsText(ctx, row.company_id),
        website: domain && `https://${domain}`,
        products: await productsOf(ctx, row.company_id),
      };
    },
  }),
  defineRoute({
    id: 'clients.settings',
    method: 'GET',
    path: '/clients/:companyId/settings',
    summary: 'How each part of the settings of a client is set, in a line',
    ability: ['update', 'Client'],
    params: CompanyId,
    response: T.Object({
      contact: T.String(),
      website: T.String(),
      permissions: T.String(),
      products: T.String(),
      terms: T.String(),
    }),
    async handler(ctx, { params }) {
      const row = await clients.find(ctx, params.companyId, 'update');
      const client = row && (await ctx.company(row.company_id));
      if (!row || !client) throw notFound();
      const settings = (await settingsOf(ctx, client.id))!;
      const products = (await offeredProducts(ctx, client)).filter(({ on }) => on).map(({ product }) => ctx.named(product).name);
      const said = (name: string, is: boolean): string => ctx.t(`clients.permission.${name}.${is ? 'yes' : 'no'}`);
      return {
        contact: inLine(row.company_name, row.name, row.email, row.phonenum),
        website: inLine(settings.domain || ctx.t('clients.website.none'), settings.timezone.replaceAll('_', ' ')),
        permissions: inLine(
          said('campaigns', settings.may_add_campaigns),
          said('phones', settings.sees_phones),
          said('notices', !settings.mutes_notices),
        ),
        products: listed(ctx, products) || ctx.t('clients.products.none'),
        terms: await termsText(ctx, client.id),
      };
    },
  }),
  defineRoute({
    id: 'clients.change',
    method: 'PATCH',
    path: '/clients/:companyId',
    summary: 'Change what is named of a client and its person; the rest stays',
    ability: ['update', 'Client'],
    stepUp: true,
    params: CompanyId,
    body: ChangedClient,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body, extra }) {
      const before = await clients.find(ctx, params.companyId, 'update');
      if (!before) throw notFound();
      const { name: ClientFullName, email: ClientEmail, phonenum: ClientPhone, phone_country_code: ClientPhoneCountryCode } = before;
      const person = { ClientFullName, ClientEmail, ClientPhone, ClientPhoneCountryCode };
      const pendingEmail = await updateClient(ctx, params.companyId, { ...person, ...body }, { extra, phone: 'optional' });
      return { message: savedText(ctx, 'clients.updated', pendingEmail) };
    },
  }),
];

/** What matters most of how a client stands. */
function stateOf({ status_acc, payment_status }: CompanyUserRow): (typeof STATES)[number] {
  if (payment_status === 'failed') return 'payment_failed';
  return status_acc === 'invited' || status_acc === 'suspended' ? status_acc : 'active';
}

async function productsOf(ctx: Ctx, companyId: number): Promise<Record<string, boolean>> {
  const client = await ctx.company(companyId);
  const products = client ? await ctx.use(Companies).products(client) : [];
  return Object.fromEntries(products.map(({ product, on }) => [product, on && ctx.isOffered(product)]));
}

const inLine = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');

async function termsText(ctx: Ctx, companyId: number): Promise<string> {
  const terms = (await offeredTerms(ctx, companyId)).filter(({ on }) => on);
  return listed(
    ctx,
    terms.map(({ term }) => ctx.t(`clients.term.${term}`)),
  );
}
