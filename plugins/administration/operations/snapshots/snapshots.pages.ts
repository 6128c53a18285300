import {
  type Action,
  addAction,
  type Binding,
  type Column,
  definePage,
  type PageDef,
  removeAction,
  type State,
} from '../../../../core/contract.ts';
import { SNAPSHOT_NEWS } from './snapshots.service.ts';
import { columnsOf, NO_MATCH, ofRow } from '../page-parts.ts';

const ofPath: Record<string, Binding> = { id: { from: 'path', field: 'id' } };
const column = columnsOf('snapshots');
const reasons: Record<string, State> = {
  kept: { title: 'operations.snapshots.reason.kept', severity: 'info' },
  push: { title: 'operations.snapshots.reason.push', severity: 'neutral' },
  restore: { title: 'operations.snapshots.reason.restore', severity: 'neutral' },
};
const kinds: Record<string, State> = {
  added: { title: 'operations.snapshots.kind.added', severity: 'good' },
  removed: { title: 'operations.snapshots.kind.removed', severity: 'bad' },
  changed: { title: 'operations.snapshots.kind.changed', severity: 'info' },
};
const changes: Column[] = [
  column('part', 'text', { narrow: 'hide' }),
  column('name', 'text', { sort: true, narrow: 'first' }),
  column('kind', 'state', { states: kinds, narrow: 'hide' }),
  column('before', 'text'),
  column('after', 'text'),
];

const restore: Action = {
  id: 'operations.act-restore',
  title: 'operations.snapshots.restore',
  icon: 'history',
  ability: ['push', 'Snapshot'],
  do: { call: 'operations.restore-snapshot', params: { id: ofRow('id') } },
  confirm: {
    title: 'operations.snapshots.restore.title',
    body: 'operations.snapshots.restore.body',
    button: 'operations.snapshots.restore',
  },
  after: 'reload',
};
const remove = removeAction({
  id: 'operations.act-remove-snapshot',
  texts: 'operations.snapshots.remove',
  ability: ['update', 'Snapshot'],
  call: 'operations.remove-snapshot',
  params: { id: ofRow('id') },
});
const keep = addAction({
  id: 'operations.act-keep',
  title: 'operations.snapshots.keep',
  form: 'operations.snapshot-form',
  ability: ['update', 'Snapshot'],
});

const list = definePage({
  id: 'operations.snapshots',
  path: '/operations/snapshots',
  title: 'operations.snapshots.title',
  ability: ['read', 'Snapshot'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'operations.snapshots.notice', stays: true },
    {
      as: 'table',
      source: { route: 'operations.snapshots', live: SNAPSHOT_NEWS },
      key: 'id',
      pageSize: 25,
      search: true,
      columns: [
        column('name', 'text', {
          narrow: 'first',
          note: 'agency',
          to: { page: 'operations.snapshot', params: { id: ofRow('id') } },
        }),
        column('reason', 'state', { states: reasons }),
        column('parts', 'tags', { narrow: 'hide' }),
        column('by', 'text', { narrow: 'hide' }),
        column('at', 'time'),
      ],
      filters: [
        {
          name: 'reason',
          title: 'operations.snapshots.column.reason',
          options: ['kept', 'push', 'restore'].map((value) => ({ value, title: `operations.snapshots.reason.${value}` })),
        },
      ],
      row: { actions: [restore, remove] },
      bulk: [{ ...restore, id: 'operations.act-restore-all' }],
      add: keep,
      empty: { title: 'operations.snapshots.empty', help: 'operations.snapshots.empty.help', action: keep },
      noMatch: NO_MATCH,
    },
  ],
});

const pushed: Record<string, Binding> = { id: ofRow('snapshot'), companyId: ofRow('id') };
const push: Action = {
  id: 'operations.act-push',
  title: 'operations.snapshots.push',
  icon: 'send',
  ability: ['push', 'Snapshot'],
  do: { form: 'operations.push-form', as: 'modal', fixed: pushed },
  after: 'reload',
};

const one = definePage({
  id: 'operations.snapshot',
  path: '/operations/snapshots/:id',
  title: 'operations.snapshots.title',
  ability: ['read', 'Snapshot'],
  above: { page: 'operations.snapshots' },
  head: {
    source: { route: 'operations.snapshot', params: ofPath, live: SNAPSHOT_NEWS },
    heading: 'name',
    state: { field: 'reason', states: reasons },
    facts: [column('agency', 'text'), column('at', 'time'), column('by', 'text')],
    actions: [restore, { ...remove, after: { page: 'operations.snapshots' } }],
  },
  blocks: [
    {
      as: 'tabs',
      address: true,
      tabs: [
        {
          id: 'changes',
          title: 'operations.snapshots.tab.changes',
          blocks: [
            {
              as: 'table',
              source: { route: 'operations.snapshot-changes', params: ofPath, live: SNAPSHOT_NEWS },
              key: 'key',
              pageSize: 50,
              search: true,
              columns: changes,
              filters: [
                {
                  name: 'with',
                  also: 'with',
                  title: 'operations.snapshots.with',
                  source: { route: 'operations.snapshot-others', params: ofPath },
                },
              ],
              empty: { title: 'operations.snapshots.same', help: 'operations.snapshots.same.help' },
              noMatch: { title: 'operations.snapshots.same', help: 'operations.snapshots.same-other' },
            },
          ],
        },
        {
          id: 'push',
          title: 'operations.snapshots.tab.push',
          ability: ['push', 'Snapshot'],
          blocks: [
            {
              as: 'table',
              source: { route: 'operations.snapshot-targets', params: ofPath, live: SNAPSHOT_NEWS },
              key: 'id',
              pageSize: 25,
              search: true,
              columns: [
                column('agency', 'text', { sort: true, narrow: 'first' }),
                column('changes', 'number'),
                { ...column('parts', 'tags', { narrow: 'hide' }), title: 'operations.snapshots.column.touched' },
              ],
              row: {
                where: 'under',
                open: {
                  blocks: [
                    {
                      as: 'table',
                      source: { route: 'operations.snapshot-target', params: pushed },
                      key: 'key',
                      pageSize: 25,
                      columns: changes,
                      empty: { title: 'operations.snapshots.same', help: 'operations.snapshots.target-same' },
                    },
                  ],
                },
                actions: [push],
              },
              bulk: [{ ...push, id: 'operations.act-push-all' }],
              empty: { title: 'operations.modules.agencies.empty', help: 'operations.modules.agencies.empty.help' },
              noMatch: NO_MATCH,
            },
          ],
        },
      ],
    },
  ],
});

export const snapshotPages: PageDef[] = [list, one];
