import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { formQuery } from '../api/queries.ts';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import type { FormTask } from '../data/dialog-store.ts';
import { useWaiting } from '../data/settling.ts';
import { useSource } from '../data/use-source.ts';
import { useActor, useEdition } from '../shell/bootstrap.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { RichForm } from './lazy-form.tsx';
import { PlainForm } from './plain-form.tsx';
import { isPlain } from './plain.ts';

export interface FormProps extends FormTask {
  /** Offers a way out; a form that stands alone on its page has none. */
  onCancel?: () => void;
  /** The form asks something and saves nothing: gets each answer, and null where there was none. */
  onAnswer?: ((answer: unknown) => void) | undefined;
  /** The fields that are shown; the others are kept as they are. */
  only?: readonly string[];
  /** The form is looked at: it can be filled in, and sends nothing. */
  preview?: boolean;
}

/** Reads a form and what is to be filled in, then lets it be edited. */
function FormOf(props: FormProps): ReactNode {
  const isGuest = useActor() === null;
  useEffect(() => void (isGuest || RichForm.preload()), [isGuest]);
  const form = useQuery(formQuery(props.form, useEdition()));
  const prefill = useSource(props.prefill);
  useWaiting(form.isPending);
  if (form.error && !form.data) return <ErrorPanel error={form.error} retry={() => void form.refetch()} />;
  if (prefill.error && !prefill.data) return <ErrorPanel error={prefill.error} retry={() => void prefill.refetch()} />;
  if (!form.data || (props.prefill && (!prefill.data || prefill.isPlaceholderData))) return <FormSkeleton />;
  const Editor = isGuest && isPlain(form.data) ? PlainForm : RichForm;
  return <Editor {...props} body={form.data} answer={prefill.data} />;
}

/** A form; another one is begun anew. */
export const FormView = (props: FormProps): ReactNode => <FormOf key={props.form} {...props} />;
