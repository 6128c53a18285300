import { type Contributions, defineRoute, T } from '../../../core/contract.ts';
import { productName } from '../companies/shared.ts';
import { attentionOf, shown } from './attention.service.ts';
import { URGENCIES } from './contract.ts';

const Text = T.Union([T.String(), T.Null()]);

export const attentionRoutes = (from: Contributions) => {
  const query = T.Object({ product: T.Optional(productName(from)) });
  return [
    defineRoute({
      id: 'attention.list',
      method: 'GET',
      path: '/attention',
      summary: 'What the caller should see to, each cause once with those whom it concerns, the most urgent first',
      ability: ['read', 'Attention'],
      query,
      response: T.Object({
        data: T.Array(
          T.Object({
            id: T.String(),
            urgency: T.Enum([...URGENCIES]),
            title: T.String(),
            text: T.String(),
            since: Text,
            /** How many it concerns. */
            count: T.Integer(),
            remedy: T.Union([T.Object({ title: T.String(), address: T.String() }), T.Null()]),
            parts: T.Array(T.Object({ title: T.String(), note: Text, address: Text })),
          }),
        ),
      }),
      handler: async (ctx, { query: of }) => ({ data: (await attentionOf(ctx, of)).map((item) => shown(ctx, item)) }),
    }),
    defineRoute({
      id: 'attention.count',
      method: 'GET',
      path: '/attention/count',
      summary: 'How many things need attention, in a word and as numbers',
      ability: ['read', 'Attention'],
      query,
      response: T.Object({ urgent: T.Integer(), count: T.Integer(), text: T.String() }),
      async handler(ctx, { query: of }) {
        const counted = (await attentionOf(ctx, of)).filter(({ urgency }) => urgency !== 'info');
        const count = counted.length;
        return { urgent: counted.filter(({ urgency }) => urgency === 'bad').length, count, text: ctx.t('attention.line', { count }) };
      },
    }),
  ];
};
