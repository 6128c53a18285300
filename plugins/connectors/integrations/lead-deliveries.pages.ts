import { type Action, defineForm, type PageExtension } from '../../../core/contract.ts';
import { deliveryStates } from './integrations.pages.ts';
import { TOPIC } from './topic.ts';
import { AgainInput } from './lead-deliveries.routes.ts';

const id = { from: 'row', field: 'id' } as const;

export const deliverAgainForm = defineForm({
  id: 'integrations.deliver-again-form',
  version: 1,
  title: 'integrations.deliver-again.title',
  button: 'integrations.deliver-again.button',
  schema: AgainInput,
  ui: { to: { widget: 'radio', help: 'integrations.deliver-again-form.to.help' } },
  submit: 'integrations.deliver-again',
  ability: ['update', 'Delivery'],
});

const deliverAgain = (many: 'one' | 'many'): Action => ({
  id: `integrations.deliver-again-${many}`,
  title: 'integrations.deliver-again.title',
  icon: 'send',
  ability: ['update', 'Delivery'],
  do: { form: 'integrations.deliver-again-form', as: 'modal', fixed: { lead: id } },
  after: 'reload',
});

/** Leads are sent again where they are listed, and each shows where it was sent. */
export const leadDeliveries: PageExtension = {
  role: 'reports.lead-list',
  order: 30,
  blocks: [],
  actions: [deliverAgain('one')],
  bulk: [deliverAgain('many')],
  opened: [
    {
      as: 'table',
      title: 'integrations.lead-deliveries',
      source: { route: 'integrations.lead-deliveries', params: { lead: id }, live: TOPIC },
      key: 'id',
      pageSize: 10,
      columns: [
        {
          field: 'name',
          title: 'integrations.column.connection',
          as: 'text',
          narrow: 'first',
          to: { page: 'integrations.connection-page', params: { id: { from: 'row', field: 'connection' } } },
        },
        { field: 'event', title: 'integrations.column.event', as: 'text', narrow: 'hide' },
        { field: 'state', title: 'integrations.column.state', as: 'state', states: deliveryStates },
        { field: 'at', title: 'integrations.column.at', as: 'time' },
        { field: 'response', title: 'integrations.column.response', as: 'code', narrow: 'hide' },
      ],
      empty: { title: 'integrations.lead-deliveries.empty', help: 'integrations.lead-deliveries.empty.help' },
    },
  ],
};
