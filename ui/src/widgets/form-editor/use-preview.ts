import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedForm, FormPreview, UnfitChange } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { useEdition } from '../../shell/bootstrap.tsx';
import type { Changes } from './changes.ts';
import { layerOf } from './layer.ts';

/** Somebody who types pauses this long. */
const PAUSE_MS = 250;

export interface PreviewState {
  locale: 'en' | 'ar';
  setLocale(locale: 'en' | 'ar'): void;
  data: FormPreview | undefined;
  error: unknown;
  unfit: readonly UnfitChange[];
}

/** The form as the server draws it with the changes in hand, and what it says against them. */
export function usePreview(form: EditedForm, changes: Changes): PreviewState {
  const { locale: own } = useBootstrap();
  const [locale, setLocale] = useState<'en' | 'ar'>(own);
  const [{ ops, extra }] = useDebouncedValue(changes, PAUSE_MS);
  const { data, error } = useQuery({
    queryKey: ['form-preview', form.id, layerOf(form), locale, ops, extra, useEdition()],
    queryFn: ({ signal }) =>
      call<FormPreview>(
        { method: 'POST', path: '/api/forms/:id/preview' },
        { params: { id: form.id }, query: layerOf(form), body: { ops, extra, locale }, signal },
      ),
    placeholderData: keepPreviousData,
  });
  return { locale, setLocale, data, error, unfit: data?.unfit ?? [] };
}
