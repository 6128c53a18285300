import { Title } from '@mantine/core';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { WireAction } from '../../../../core/contract/wire.ts';
import { FormDeskContext, type FormDesk } from '../../data/form-desk.ts';
import { BindingProvider } from '../../data/binding-context.tsx';
import { FormView } from '../../forms/form-view.tsx';

/** An action that opens its form in place, under the head of its table. */
export type AddInPlace = WireAction & { do: Extract<WireAction['do'], { form: string }> };
export const addInPlace = (add: WireAction | undefined): AddInPlace | null =>
  add && 'form' in add.do && add.do.as === 'under' ? (add as AddInPlace) : null;

/** The form for a new row; it goes when it was saved or cancelled. */
export function AddUnder({ action, onClose }: { action: AddInPlace; onClose: () => void }): ReactNode {
  const { form, prefill, fixed } = action.do;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const desk = useMemo<FormDesk>(
    () => ({ hidesButton: false, takesFocus: true, enrol: () => () => undefined, setDirty: () => undefined, done: () => close.current() }),
    [],
  );
  return (
    <section aria-label={action.title} data-opened>
      <Title order={3} size="lg" mb={16}>
        {action.title}
      </Title>
      <BindingProvider row={null}>
        <FormDeskContext value={desk}>
          <FormView
            form={form}
            prefill={prefill}
            fixed={fixed}
            after={action.after}
            done={action.done}
            failed={action.failed}
            onCancel={onClose}
          />
        </FormDeskContext>
      </BindingProvider>
    </section>
  );
}
