import type { ReactNode } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { FormView } from '../../forms/form-view.tsx';
import { Nested } from '../nested.tsx';

/** What a row shows when it is opened: a form about it or blocks. */
export function RowOpen({
  open,
  at,
  onClose,
}: {
  open: NonNullable<NonNullable<WireTable['row']>['open']>;
  at: string;
  onClose: () => void;
}): ReactNode {
  return 'form' in open ? (
    <FormView form={open.form} prefill={open.prefill} fixed={open.fixed} onCancel={onClose} />
  ) : (
    <Nested blocks={open.blocks} at={`${at}.row`} />
  );
}
