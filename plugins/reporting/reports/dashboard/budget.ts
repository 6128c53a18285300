import { type Block, type Ctx, defineRoute, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { campaignAddress } from '../../../campaign-management/campaigns/shared.ts';
import { amountText } from '../amounts.ts';

/** What the client's running campaigns have spent of their budgets of this month, together; null where none has one. Cents. */
export async function budgetFigure(ctx: Ctx, product?: string): Promise<{ value: number; note: string } | null> {
  const budgets = (await ctx.use(Campaigns).budgets()).filter((one) => !product || one.product === product);
  if (budgets.length === 0) return null;
  const sum = (field: 'budgetCents' | 'spentCents'): number => budgets.reduce((all, one) => all + one[field], 0);
  const [most, value] = [sum('budgetCents'), sum('spentCents')];
  return { value, note: ctx.t('reports.budget.of', { percent: Math.round((100 * value) / most), amount: amountText(most, 'USD') }) };
}

export const budgetRoute = defineRoute({
  id: 'reports.budgets',
  method: 'GET',
  path: '/reports/budgets',
  summary: 'What the running campaigns of the client have spent of their budgets of this month. Money in cents.',
  ability: ['read', 'Budget'],
  response: T.Object({
    data: T.Array(
      T.Object({
        id: T.Integer(),
        name: T.String(),
        text: T.String(),
        state: T.Enum(['open', 'most', 'all']),
        remedy: T.Object({ title: T.String(), address: T.String() }),
      }),
    ),
  }),
  async handler(ctx) {
    const budgets = await ctx.use(Campaigns).budgets();
    return {
      data: budgets.map(({ id, name, product, budgetCents, spentCents }) => {
        const percent = Math.round((100 * spentCents) / budgetCents);
        return {
          id,
          name,
          text: ctx.t('reports.budget.spent', { spent: amountText(spentCents, 'USD'), amount: amountText(budgetCents, 'USD'), percent }),
          state: percent >= 100 ? ('all' as const) : percent >= 80 ? ('most' as const) : ('open' as const),
          remedy: { title: ctx.t('reports.budget.change'), address: campaignAddress(ctx, { id, product }, 'settings') },
        };
      }),
    };
  },
});

/** Campaigns with a limit, the fullest first. */
export const budgetBlock: Block = {
  as: 'health',
  title: 'reports.budget.title',
  source: { route: 'reports.budgets', live: ['campaigns', 'figures'] },
  key: 'id',
  name: 'name',
  text: 'text',
  state: {
    field: 'state',
    states: {
      open: { title: 'reports.budget.open', severity: 'good' },
      most: { title: 'reports.budget.most', severity: 'warn' },
      all: { title: 'reports.budget.all', severity: 'bad' },
    },
  },
  remedy: 'remedy',
  most: 5,
  empty: { title: 'reports.budget.empty', help: 'reports.budget.empty.help' },
};
