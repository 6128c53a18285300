import { defineRoute, List, notFound, type PageExtension, pageOfAll, PageQuery, T } from '../../../core/contract.ts';
import { CompanyId } from '../../foundation/companies/shared.ts';
import { currentClaim, hostsOf } from './domains.store.ts';

/** The addresses of one agency, for those above it. */
export const agencyHosts = defineRoute({
  id: 'white-label.hosts-of',
  method: 'GET',
  path: '/white-label/hosts/:companyId',
  summary: 'Domains under which an agency answers, and the one that it is still proving',
  ability: ['oversee', 'Domain'],
  params: CompanyId,
  query: T.Object(PageQuery),
  response: List(
    T.Object({
      host: T.String(),
      state: T.Enum(['main', 'verified', 'pending', 'failed']),
      fault: T.String(),
      checked_at: T.Union([T.String(), T.Null()]),
    }),
  ),
  async handler(ctx, { params: { companyId }, query }) {
    if ((await ctx.company(companyId))?.kind !== 'agency') throw notFound();
    const hosts = await hostsOf(ctx, companyId);
    const claim = await currentClaim(ctx, companyId);
    const shown = hosts.map(({ host, canonical }) => ({
      host,
      state: canonical ? ('main' as const) : ('verified' as const),
      fault: '',
      checked_at: claim?.host === host ? (claim.checked_at?.toISOString() ?? null) : null,
    }));
    const open = claim && (claim.state === 'pending' || claim.state === 'failed') ? claim : null;
    const rows = open
      ? [
          ...shown,
          {
            host: open.host,
            state: open.state as 'pending' | 'failed',
            fault: open.fault ? ctx.t(`white-label.domain.look.${open.fault}`, { domain: open.host }) : '',
            checked_at: open.checked_at?.toISOString() ?? null,
          },
        ]
      : shown;
    return pageOfAll(rows, query);
  },
});

/** The domains of an agency, on its page. */
export const agencyDomains: PageExtension = {
  role: 'companies.agency',
  order: 60,
  blocks: [],
  tabs: [
    {
      id: 'domains',
      title: 'white-label.tab.addresses',
      order: 60,
      ability: ['oversee', 'Domain'],
      blocks: [
        {
          as: 'table',
          key: 'host',
          source: { route: 'white-label.hosts-of', params: { companyId: { from: 'row', field: 'company_id' } } },
          columns: [
            { field: 'host', title: 'white-label.domain.name', as: 'code', narrow: 'first' },
            {
              field: 'state',
              title: 'white-label.domain.state',
              as: 'state',
              note: 'fault',
              states: {
                main: { title: 'white-label.domain.state.main', severity: 'good', help: 'white-label.domain.state.main.help' },
                verified: { title: 'white-label.domain.state.verified', severity: 'good' },
                pending: { title: 'white-label.domain.state.pending', severity: 'warn' },
                failed: { title: 'white-label.domain.state.failed', severity: 'bad' },
              },
            },
            { field: 'checked_at', title: 'white-label.domain.checked-at', as: 'time', narrow: 'hide' },
          ],
          empty: { title: 'white-label.hosts.empty', help: 'white-label.hosts.empty.help' },
        },
      ],
    },
  ],
};
