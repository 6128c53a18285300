import {
  defineConnector,
  defineEvent,
  definePlugin,
  defineRoute,
  defineTrigger,
  givenWith,
  outcomeOf,
  runTrigger,
  T,
} from '../../../core/contract.ts';
import { connectorPlugin } from './contract.ts';

const Bill = T.Object({ companyId: T.Integer(), id: T.String(), paid: T.Boolean() });
const BillChanged = defineEvent({ id: 'bills.changed', version: 1, payload: Bill });
const gives = givenWith({ cents: T.Integer() });
export const NewBill = defineTrigger({ id: 'bill.created', title: 'bills.created', gives });
const PaidBill = defineTrigger({ id: 'bill.paid', title: 'bills.paid', gives });
/** What is left when something is sent; a bill that stands in here is gone by then. */
export const goneBills = new Set<string>();

const running = (trigger: typeof NewBill, isPaid: boolean) =>
  runTrigger({
    trigger,
    event: BillChanged,
    occasions: async (_ctx, { companyId, id, paid }) => (paid === isPaid ? [{ companyId, subject: `bill:${id}` }] : []),
    read: async (_ctx, { subject }) => (goneBills.has(subject.slice(5)) ? null : { cents: 450 }),
    sample: () => ({ cents: 100 }),
  });

/** A plugin that knows nothing of integrations and publishes what happens to its bills. */
export const billsFake = definePlugin({
  manifest: { id: 'bills', version: '1.0.0', core: '^1', level: 'platform' },
  events: [BillChanged],
  triggers: [running(NewBill, false), running(PaidBill, true)],
  routes: [
    defineRoute({
      id: 'bills.change',
      method: 'POST',
      path: '/bills-fake',
      summary: 'A bill is made or paid',
      ability: 'signed-in',
      body: Bill,
      response: T.Object({}),
      async handler(ctx, { body }) {
        await ctx.emit(BillChanged, body);
        return {};
      },
    }),
  ],
});

/** A connector of bills alone: new ones, with what it asks for by name. */
export const billingConnector = (url: string) =>
  connectorPlugin(
    defineConnector({
      id: 'connector-bills.book',
      version: 1,
      title: 'Book',
      summary: 'connector-bills.summary',
      egress: ['api.book.example'],
      auth: { fields: T.Object({ key: T.String({ maxLength: 20 }) }), secret: ['key'] },
      test: null,
      erase: null,
      actions: {
        note: {
          title: 'connector-bills.note',
          on: NewBill,
          input: T.Pick(gives, ['id', 'cents']),
          run: async ({ http }, bill) => outcomeOf(await http({ method: 'POST', url, json: bill })),
        },
      },
    }),
    {
      version: '1.0.0',
      locales: {
        en: new URL('./locales/en.json', import.meta.url),
        ar: new URL('./locales/ar.json', import.meta.url),
      },
    },
  );
