import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Binding } from '../../../core/contract/page.ts';
import type { WireAction, WireSource } from '../../../core/contract/wire.ts';
import { formQuery } from '../api/queries.ts';
import { Trouble } from '../blocks/trouble.tsx';
import type { SendEach } from '../data/dialog-store.ts';
import { useSource } from '../data/use-source.ts';
import { useEdition } from '../shell/bootstrap.tsx';
import { FormEditor } from './form-editor.tsx';
import { FormSkeleton } from './form-skeleton.tsx';

export interface FormProps {
  form: string;
  prefill?: WireSource | undefined;
  fixed?: Record<string, Binding> | undefined;
  after?: WireAction['after'];
  done?: string | undefined;
  /** Said when it could not be sent and the server had no reason to tell. */
  failed?: string | undefined;
  /** The form is about several rows: it is sent once for each. */
  each?: SendEach | undefined;
  /** Offers a way out; a form that stands alone on its page has none. */
  onCancel?: () => void;
}

/** Reads a form and what is to be filled in, then lets it be edited. */
export default function FormView(props: FormProps): ReactNode {
  const form = useQuery(formQuery(props.form, useEdition()));
  const prefill = useSource(props.prefill);
  if (form.error && !form.data) return <Trouble error={form.error} retry={() => void form.refetch()} />;
  if (prefill.error && !prefill.data) return <Trouble error={prefill.error} retry={() => void prefill.refetch()} />;
  if (!form.data || (props.prefill && (!prefill.data || prefill.isPlaceholderData))) return <FormSkeleton />;
  return <FormEditor {...props} body={form.data} answer={prefill.data} />;
}
