import { defineSetting, Flag, T } from '../../../core/contract.ts';

const cents = () => T.Integer({ minimum: 0, maximum: 100_000_000 });

/**
 * The least an agency is to spend on leads a month, in US cents: the first and second month after its start, and every later one.
 * The root's own value counts for agencies that have none.
 */
export const MinimumSpend = defineSetting({
  id: 'agency-plans.minimum-spend',
  title: 'agency-plans.settings.minimum-spend',
  level: 'agency',
  schema: T.Object({ status: Flag, first_month: cents(), second_month: cents(), monthly: cents() }),
  default: { status: 'F', first_month: 0, second_month: 0, monthly: 0 },
  read: ['read', 'AgencyPlan'],
  write: ['update', 'AgencyPlan'],
});
