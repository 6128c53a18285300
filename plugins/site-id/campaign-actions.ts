import type { Action } from '../../core/contract.ts';

const id = { leadspeekID: { from: 'row' as const, field: 'leadspeek_api_id' } };
const may = ['update', 'Campaign'] as const;

/** What can be done to a campaign, offered where its status allows it. */
export const campaignActions: Action[] = [
  {
    id: 'site-id.activate',
    title: 'site-id.action.activate',
    icon: 'player-play',
    ability: may,
    tone: 'primary',
    when: { field: 'status', in: ['draft', 'paused', 'ended'] },
    do: { call: 'campaigns.active-pause', body: { ...id, status: { value: 'active' } } },
    undo: 'site-id.pause',
    after: 'reload',
  },
  {
    id: 'site-id.pause',
    title: 'site-id.action.pause',
    icon: 'player-pause',
    ability: may,
    // Also where something else paused it: a person's pause takes the place of that, and stays when it is over.
    when: { field: 'state', in: ['active', 'limit_reached', 'scheduled', 'needs_attention'] },
    do: { call: 'campaigns.active-pause', body: { ...id, status: { value: 'paused' } } },
    undo: 'site-id.activate',
    after: 'reload',
  },
  {
    id: 'site-id.test',
    title: 'site-id.action.test',
    icon: 'test-pipe',
    ability: ['create', 'Campaign'],
    when: { field: 'status', in: ['active', 'paused', 'draft', 'scheduled'] },
    do: { call: 'site-id.test-lead', body: { leadspeek_api_id: id.leadspeekID } },
  },
  {
    id: 'site-id.stop',
    title: 'site-id.action.stop',
    icon: 'player-stop',
    ability: may,
    tone: 'danger',
    when: { field: 'status', in: ['active', 'paused', 'scheduled'] },
    do: { call: 'campaigns.stop', body: id },
    confirm: { title: 'site-id.stop.title', body: 'site-id.stop.body', button: 'site-id.action.stop', final: true },
    after: 'reload',
  },
  {
    id: 'site-id.archive',
    title: 'site-id.action.archive',
    icon: 'archive',
    ability: may,
    when: { field: 'status', in: ['ended', 'stopped'] },
    do: { call: 'campaigns.archive', body: { ...id, status: { value: 'T' } } },
    undo: 'site-id.unarchive',
    after: 'reload',
  },
  {
    id: 'site-id.unarchive',
    title: 'site-id.action.unarchive',
    icon: 'archive-off',
    ability: may,
    when: { field: 'status', is: 'archived' },
    do: { call: 'campaigns.archive', body: { ...id, status: { value: 'F' } } },
    after: 'reload',
  },
  {
    id: 'site-id.remove',
    title: 'site-id.action.remove',
    icon: 'trash',
    ability: ['delete', 'Campaign'],
    tone: 'danger',
    when: { field: 'status', in: ['draft', 'archived'] },
    do: { call: 'campaigns.remove', body: id },
    confirm: { title: 'site-id.remove.title', body: 'site-id.remove.body', button: 'site-id.action.remove', final: true },
    after: 'remove-row',
  },
];
