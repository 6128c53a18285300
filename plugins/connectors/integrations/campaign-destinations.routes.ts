import { type Action, Connectors, type Ctx, defineRoute, notFound, type PageExtension, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { connectionStates } from './connection-states.ts';
import type { ConnectionRow } from './connections.store.ts';
import { ConnectedSystems, NewLead } from './contract.ts';

type Found = Pick<ConnectionRow, 'id' | 'company_id' | 'name' | 'connector' | 'state' | 'enabled' | 'last_at'> & { held: number };

/** The client's connections and those of its agency, as far as the caller sees their companies. */
async function destinationsOf(ctx: Ctx, { companyId, agencyId }: { companyId: number; agencyId: number }): Promise<Found[]> {
  return (await ctx
    .db('integrations_connection as c')
    .whereIn('c.company_id', [companyId, agencyId])
    .whereRaw('? = any(c.triggers)', [NewLead.id])
    .orderBy(['c.company_id', 'c.id'])
    .select('c.id', 'c.company_id', 'c.name', 'c.connector', 'c.state', 'c.enabled', 'c.last_at')
    .select(
      ctx.db.raw("(select count(*)::int from integrations_delivery d where d.connection_id = c.id and d.state = 'held') as held"),
    )) as Found[];
}

/** Worst first. */
const GRAVITY = ['disabled', 'reauthorise', 'failing', 'held', 'untested', 'off', 'ok'];

export const campaignDestinations = defineRoute({
  id: 'integrations.campaign-destinations',
  method: 'GET',
  path: '/integrations/of-campaign/:id',
  summary: 'Where the leads of a campaign are sent, and whether that works',
  ability: ['read', 'Destination'],
  params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  response: T.Object({
    data: T.Array(
      T.Object({
        id: T.String(),
        name: T.String(),
        text: T.String(),
        state: T.String(),
        /** Leads to the connection; null where it is another company's. */
        remedy: T.Union([T.Object({ title: T.String(), address: T.String() }), T.Null()]),
      }),
    ),
  }),
  async handler(ctx, { params }) {
    const campaign = await ctx.use(Campaigns).find(params.id);
    if (!campaign) throw notFound();
    const connected = (await destinationsOf(ctx, campaign)).map((row) => shown(ctx, row));
    const systems = [];
    for (const system of ctx.contributions(ConnectedSystems)) {
      const { rows } = (await ctx.db.raw('?', [system.served(ctx, ctx.db.raw('array[?::int]', [campaign.companyId]))])) as {
        rows: unknown[];
      };
      if (rows.length > 0) systems.push({ id: system.id, name: system.title, text: ctx.t(system.summary), state: 'ok', remedy: null });
    }
    return { data: [...connected, ...systems].sort((a, b) => GRAVITY.indexOf(a.state) - GRAVITY.indexOf(b.state)) };
  },
});

function shown(ctx: Ctx, row: Found) {
  const system = ctx.t(ctx.use(Connectors).find(row.connector)?.title ?? row.connector);
  const isOwn = row.company_id === ctx.tenant.id;
  const said = [
    system === row.name ? '' : system,
    isOwn
      ? ''
      : ctx.t(row.company_id === ctx.tenant.agencyId ? 'integrations.destination.of-agency' : 'integrations.destination.of-client'),
    row.held > 0 ? ctx.t('integrations.destination.held', { count: row.held }) : '',
  ];
  return {
    id: String(row.id),
    name: row.name,
    text: said.filter(Boolean).join(' · '),
    state: row.enabled || row.state === 'disabled' ? row.state : 'off',
    remedy: isOwn ? { title: ctx.t('integrations.action.open'), address: `/integrations/${row.id}` } : null,
  };
}

const addDestination: Action = {
  id: 'integrations.add-to-campaign',
  title: 'integrations.attention.destination.button',
  icon: 'plus',
  ability: ['read', 'Connection'],
  do: { page: 'integrations.catalogue-page' },
};

/** Where the leads of a campaign go, on its page. */
export const deliveriesTab: PageExtension = {
  role: 'campaigns.campaign',
  order: 50,
  blocks: [],
  tabs: [
    {
      id: 'deliveries',
      title: 'integrations.tab.deliveries',
      order: 50,
      ability: ['read', 'Destination'],
      blocks: [
        {
          as: 'health',
          title: 'integrations.destinations',
          source: {
            route: 'integrations.campaign-destinations',
            params: { id: { from: 'row', field: 'leadspeek_api_id' } },
            live: 'integrations',
          },
          key: 'id',
          name: 'name',
          text: 'text',
          state: { field: 'state', states: connectionStates },
          remedy: 'remedy',
          actions: [addDestination],
          empty: {
            title: 'integrations.destinations.empty',
            help: 'integrations.destinations.empty.help',
            action: { ...addDestination, id: 'integrations.connect-first' },
          },
        },
      ],
    },
  ],
};
