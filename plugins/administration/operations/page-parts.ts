import type { Binding, Column, Empty } from '../../../core/contract.ts';

/** A column whose title stands under `operations.<of>.column.<field>`. */
export const columnsOf =
  (of: string) =>
  (field: string, as: Column['as'], more: Partial<Column> = {}): Column => ({
    field,
    title: `operations.${of}.column.${field}`,
    as,
    ...more,
  });

export const ofRow = (field: string): Binding => ({ from: 'row', field });

export const NO_MATCH: Empty = { title: 'operations.work.no-match', help: 'operations.work.no-match.help' };
