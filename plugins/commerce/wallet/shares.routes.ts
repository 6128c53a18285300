import {
  type Ctx,
  defineForm,
  defineRoute,
  List,
  listOf,
  notFound,
  type PageExtension,
  pageOf,
  PageQuery,
  T,
} from '../../../core/contract.ts';
import { type Share, sharesToday, shareToday, type Today, worthOf } from './shares.service.ts';
import { saveShare } from './shares.store.ts';
import { readWallet } from './data-wallet.ts';
import { CompanyId } from './statement.routes.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';

const Percent = T.Integer({ minimum: 1, maximum: 100 });
const Row = T.Object({
  company_id: T.Integer(),
  name: T.String(),
  percent: Percent,
  percent_text: T.String(),
  limit_cents: T.Integer(),
  spent_cents: T.Integer(),
  state: T.Enum(['within', 'used_up']),
});

/** Shares as they stand today, with what each is worth of what the wallet holds now. */
async function rowsOf(ctx: Ctx, today: Today, balanceCents: number, shares: readonly Share[]) {
  const limitOf = await worthOf(ctx, today, balanceCents);
  return shares.map((share) => {
    const { companyId, name, percent, spentCents } = share;
    const limitCents = limitOf(share);
    return {
      company_id: companyId,
      name,
      percent,
      percent_text: `${percent}%`,
      limit_cents: limitCents,
      spent_cents: spentCents,
      state: spentCents > 0 && spentCents >= limitCents ? ('used_up' as const) : ('within' as const),
    };
  });
}

/** All shares of today, and what the wallet holds. */
const shared = (ctx: Ctx) => ctx.together([() => sharesToday(ctx), () => readWallet(ctx, ctx.tenant.id)]);

/** A client of the caller's; every other company is not there. */
async function ownShare(ctx: Ctx, companyId: number): Promise<Share> {
  const share = await shareToday(ctx, companyId);
  if (!share) throw notFound();
  return share;
}

export const shareRoutes = [
  defineRoute({
    id: 'wallet.shares',
    method: 'GET',
    path: '/wallet/shares',
    summary: "What part of the data wallet each client may use in a day, and today's use",
    ability: ['read', 'Wallet'],
    feature: DATA_WALLET,
    query: T.Object(PageQuery),
    response: List(Row),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const [today, { balanceCents }] = await shared(ctx);
      const page = today.all.slice(at.offset, at.offset + at.perPage);
      return listOf(await rowsOf(ctx, today, balanceCents, page), today.all.length, at);
    },
  }),
  defineRoute({
    id: 'wallet.share',
    method: 'GET',
    path: '/wallet/shares/:companyId',
    summary: "One client's share of the data wallet",
    ability: ['read', 'Wallet'],
    feature: DATA_WALLET,
    params: T.Object({ companyId: CompanyId }),
    response: Row,
    async handler(ctx, { params }) {
      const share = await ownShare(ctx, params.companyId);
      const [today, { balanceCents }] = await shared(ctx);
      return (await rowsOf(ctx, today, balanceCents, [share]))[0]!;
    },
  }),
  defineRoute({
    id: 'wallet.share-save',
    method: 'PUT',
    path: '/wallet/shares/:companyId',
    summary: 'Set what part of the data wallet a client may use in a day',
    ability: ['update', 'Wallet'],
    feature: DATA_WALLET,
    stepUp: true,
    audit: 'wallet.share-changed',
    params: T.Object({ companyId: CompanyId }),
    body: T.Object({ percent: Percent }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      const { companyId, name } = await ownShare(ctx, params.companyId);
      await saveShare(ctx.db, companyId, body.percent);
      await ctx.live(WALLET_TOPIC);
      return { message: ctx.t('wallet.share.saved', { client: name, percent: body.percent }) };
    },
  }),
];

export const shareForm = defineForm({
  id: 'wallet.share-form',
  version: 1,
  title: 'wallet.share.title',
  button: 'wallet.share.button',
  submit: 'wallet.share-save',
  ability: ['update', 'Wallet'],
  schema: T.Object({ percent: Percent }),
  ui: { percent: { widget: 'number', suffix: '%' } },
});

/** The clients' shares on the page of the wallet. */
export const clientShares: PageExtension = {
  role: 'wallet.overview',
  order: 60,
  blocks: [
    {
      as: 'table',
      title: 'wallet.share.list',
      key: 'company_id',
      pageSize: 10,
      source: { route: 'wallet.shares', live: WALLET_TOPIC },
      columns: [
        { field: 'name', title: 'wallet.share.client', as: 'text', narrow: 'first' },
        { field: 'percent_text', title: 'wallet.share.percent', as: 'text' },
        { field: 'limit_cents', title: 'wallet.share.limit', as: 'money' },
        { field: 'spent_cents', title: 'wallet.share.spent', as: 'money' },
        {
          field: 'state',
          title: 'wallet.share.state',
          as: 'state',
          states: {
            within: { title: 'wallet.share.within', severity: 'good' },
            used_up: { title: 'wallet.share.used-up', severity: 'bad', help: 'wallet.share.used-up.help' },
          },
        },
      ],
      row: {
        actions: [
          {
            id: 'wallet.edit-share',
            title: 'wallet.share.title',
            icon: 'chart-pie',
            ability: ['update', 'Wallet'],
            do: {
              form: 'wallet.share-form',
              as: 'modal',
              fixed: { companyId: { from: 'row', field: 'company_id' } },
              prefill: { route: 'wallet.share', params: { companyId: { from: 'row', field: 'company_id' } } },
            },
            after: 'reload',
          },
        ],
      },
      empty: { title: 'wallet.share.empty', help: 'wallet.share.empty.help' },
    },
  ],
};
