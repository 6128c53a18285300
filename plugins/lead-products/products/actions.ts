import type { Action, Id } from '../../../core/contract.ts';

const id = { leadspeekID: { from: 'row' as const, field: 'leadspeek_api_id' } };
const may = ['update', 'Campaign'] as const;
/** Of many together it makes no difference which was active before. */
const STARTABLE: Action['when'] = { field: 'status', in: ['draft', 'paused', 'ended'] };

/** What begins ends on the campaign's page, where it waits for what comes first. */
export const afterCampaign = (product: string): Exclude<Action['after'], string | undefined> => ({
  page: `${product}.campaign` as Id,
  params: { id: { from: 'row', field: 'leadspeek_api_id' } },
});

/** What can be done to a campaign of a product; `launched` is where its first activation leads. Each is offered where its status allows it. */
export const campaignActions = (product: string, launched: Action['after'] = afterCampaign(product)): Action[] => [
  {
    id: `${product}.launch`,
    title: 'products.action.activate',
    icon: 'player-play',
    ability: may,
    emphasis: 'primary',
    when: { field: 'status', is: 'draft' },
    do: { call: 'campaigns.active-pause', body: { ...id, status: { value: 'active' } } },
    undo: `${product}.pause`,
    after: launched,
  },
  {
    id: `${product}.activate`,
    title: 'products.action.activate',
    icon: 'player-play',
    ability: may,
    emphasis: 'primary',
    when: { field: 'status', in: ['paused', 'ended'] },
    do: { call: 'campaigns.active-pause', body: { ...id, status: { value: 'active' } } },
    undo: `${product}.pause`,
    after: 'reload',
  },
  {
    id: `${product}.pause`,
    title: 'products.action.pause',
    icon: 'player-pause',
    ability: may,
    // Also where something else paused it: a person's pause takes the place of that, and stays when it is over.
    when: { field: 'state', in: ['active', 'limit_reached', 'scheduled', 'needs_attention'] },
    do: { call: 'campaigns.active-pause', body: { ...id, status: { value: 'paused' } } },
    undo: `${product}.activate`,
    after: 'reload',
  },
  {
    id: `${product}.clone`,
    title: 'products.action.clone',
    icon: 'copy',
    ability: ['create', 'Campaign'],
    when: { field: 'state', is: 'unavailable', not: true },
    do: { call: 'campaigns.clone', body: id },
    after: 'reload',
  },
  {
    id: `${product}.test`,
    title: 'products.action.test',
    icon: 'test-pipe',
    ability: ['create', 'Campaign'],
    when: { field: 'status', in: ['active', 'paused', 'draft', 'scheduled'] },
    do: { call: 'products.test-lead', body: { leadspeek_api_id: id.leadspeekID } },
  },
  {
    id: `${product}.stop`,
    title: 'products.action.stop',
    icon: 'player-stop',
    ability: may,
    emphasis: 'danger',
    when: { field: 'status', in: ['active', 'paused', 'scheduled'] },
    do: { call: 'campaigns.stop', body: id },
    confirm: { title: 'products.stop.title', body: 'products.stop.body', button: 'products.action.stop', final: true },
    after: 'reload',
  },
  {
    id: `${product}.archive`,
    title: 'products.action.archive',
    icon: 'archive',
    ability: may,
    when: { field: 'status', in: ['ended', 'stopped'] },
    do: { call: 'campaigns.archive', body: { ...id, status: { value: 'T' } } },
    undo: `${product}.unarchive`,
    after: 'reload',
  },
  {
    id: `${product}.unarchive`,
    title: 'products.action.unarchive',
    icon: 'archive-off',
    ability: may,
    when: { field: 'status', is: 'archived' },
    do: { call: 'campaigns.archive', body: { ...id, status: { value: 'F' } } },
    after: 'reload',
  },
  {
    id: `${product}.remove`,
    title: 'products.action.remove',
    icon: 'trash',
    ability: ['delete', 'Campaign'],
    emphasis: 'danger',
    when: { field: 'status', in: ['draft', 'archived'] },
    do: { call: 'campaigns.remove', body: id },
    confirm: { title: 'products.remove.title', body: 'products.remove.body', button: 'products.action.remove', final: true },
    after: 'remove-row',
  },
];

/** Of these, what can be done to many campaigns together; what stands in the way of each is shown before. */
export const bulkActions = (product: string): Action[] =>
  campaignActions(product)
    .filter(({ id: action }) => ['activate', 'pause', 'archive'].some((name) => action === `${product}.${name}`))
    .map(({ undo: _undo, ...action }) => ({
      ...action,
      id: `${action.id}-many`,
      ...(action.id === `${product}.activate` && { when: STARTABLE }),
    }));
