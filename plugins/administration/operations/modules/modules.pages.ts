import { type Action, type Binding, definePage, type PageDef } from '../../../../core/contract.ts';
import { AGENCY_NEWS } from '../../../foundation/companies/contract.ts';
import { columnsOf, NO_MATCH, ofRow } from '../page-parts.ts';

const ofAddress: Record<string, Binding> = { key: { from: 'path', field: 'key' } };
const column = columnsOf('modules');
const onOff = {
  on: { title: 'operations.modules.on', severity: 'good' as const },
  off: { title: 'operations.modules.off', severity: 'neutral' as const },
};

const say = (state: 'on' | 'off' | 'inherit', icon: string): Action => ({
  id: `operations.module-${state}`,
  title: `operations.modules.say.${state}`,
  icon,
  ability: ['update', 'ModuleGrant'],
  when: { field: 'state', is: state, not: true },
  do: { call: 'operations.grant-module', params: { key: ofRow('key'), companyId: ofRow('id') }, body: { state: { value: state } } },
  ...(state === 'off'
    ? {
        confirm: {
          title: 'operations.modules.take.title',
          body: 'operations.modules.take.body',
          button: 'operations.modules.take.button',
        },
      }
    : {}),
  after: 'reload',
});
const actions = [say('on', 'check'), say('off', 'ban'), say('inherit', 'refresh')];

const list = definePage({
  id: 'operations.modules',
  path: '/operations/modules',
  title: 'operations.modules.title',
  ability: ['read', 'ModuleGrant'],
  blocks: [
    {
      as: 'table',
      source: { route: 'operations.modules', live: AGENCY_NEWS },
      key: 'key',
      pageSize: 50,
      search: true,
      columns: [
        column('title', 'text', {
          sort: true,
          narrow: 'first',
          to: { page: 'operations.module', params: { key: ofRow('address') } },
        }),
        {
          ...column('kind', 'state', { narrow: 'hide' }),
          states: {
            module: { title: 'operations.modules.kind.module', severity: 'neutral' },
            feature: { title: 'operations.modules.kind.feature', severity: 'neutral' },
            beta: { title: 'operations.modules.kind.beta', severity: 'info' },
          },
        },
        column('usual', 'state', { states: onOff }),
        column('share', 'text'),
      ],
      empty: { title: 'operations.modules.empty', help: 'operations.modules.empty.help' },
      noMatch: NO_MATCH,
    },
  ],
});

const module = definePage({
  id: 'operations.module',
  path: '/operations/modules/:key',
  title: 'operations.modules.title',
  ability: ['read', 'ModuleGrant'],
  above: { page: 'operations.modules' },
  head: {
    source: { route: 'operations.module', params: ofAddress, live: AGENCY_NEWS },
    heading: 'title',
    facts: [column('usual', 'state', { states: onOff }), column('share', 'text')],
  },
  blocks: [
    {
      as: 'table',
      source: { route: 'operations.module-agencies', params: ofAddress, live: [AGENCY_NEWS, 'campaigns'] },
      key: 'id',
      pageSize: 25,
      search: true,
      columns: [
        column('agency', 'text', { sort: true, narrow: 'first' }),
        column('effective', 'state', { states: onOff }),
        column('state', 'state', {
          narrow: 'hide',
          states: {
            on: { title: 'operations.modules.state.on', severity: 'good' },
            off: { title: 'operations.modules.state.off', severity: 'bad' },
            inherit: { title: 'operations.modules.state.inherit', severity: 'neutral' },
          },
        }),
        column('follows', 'text'),
      ],
      filters: [
        {
          name: 'show',
          title: 'operations.modules.column.effective',
          options: ['on', 'off'].map((value) => ({ value, title: `operations.modules.${value}` })),
        },
      ],
      row: { actions },
      bulk: actions.map((action) => ({ ...action, id: `${action.id}-all` as const })),
      empty: { title: 'operations.modules.agencies.empty', help: 'operations.modules.agencies.empty.help' },
      noMatch: NO_MATCH,
    },
  ],
});

export const modulePages: PageDef[] = [list, module];
