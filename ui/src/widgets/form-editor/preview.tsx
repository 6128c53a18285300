import { DirectionProvider, SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { EditedForm } from '../../../../core/contract/wire.ts';
import { ErrorPanel } from '../../blocks/error-panel.tsx';
import { Panel } from '../../blocks/panel.tsx';
import { FormSkeleton } from '../../forms/form-skeleton.tsx';
import { RichForm } from '../../forms/lazy-form.tsx';
import styles from './form-editor.module.css';
import type { PreviewState } from './use-preview.ts';
import { useWords } from './words.ts';

/** The real form with the changes in hand, in both languages and as wide as a desk or a phone. It sends nothing. */
export function Preview({ preview, forms }: { preview: PreviewState; forms: EditedForm['forms'] }): ReactNode {
  const words = useWords();
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide');
  const [shown, setShown] = useState(forms[0]!.id);
  const { locale, setLocale, data, error } = preview;
  const body = data?.forms.find(({ id }) => id === shown);
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  return (
    <div className={styles.preview}>
      <Panel
        title={words('preview')}
        tools={
          <>
            <SegmentedControl
              size="xs"
              aria-label={words('preview.language')}
              value={locale}
              onChange={(value) => setLocale(value)}
              data={[
                { value: 'en', label: 'English' },
                { value: 'ar', label: 'العربية' },
              ]}
            />
            <SegmentedControl
              size="xs"
              aria-label={words('preview.width')}
              value={width}
              onChange={(value) => setWidth(value)}
              data={[
                { value: 'wide', label: words('preview.wide') },
                { value: 'narrow', label: words('preview.narrow') },
              ]}
            />
          </>
        }
      >
        {forms.length > 1 && (
          <SegmentedControl
            size="xs"
            fullWidth
            mb={16}
            aria-label={words('preview.form')}
            value={shown}
            onChange={setShown}
            data={namesOf(forms)}
          />
        )}
        {error && !data ? (
          <ErrorPanel error={error} />
        ) : !body ? (
          <FormSkeleton />
        ) : (
          <DirectionProvider initialDirection={direction} detectDirection={false} key={direction}>
            <div className={styles.screen} dir={direction} lang={locale} data-width={width} data-testid="form-preview">
              <RichForm key={`${shown} ${locale}`} form={shown} body={body} answer={undefined} preview />
            </div>
          </DirectionProvider>
        )}
      </Panel>
    </div>
  );
}

/** Forms of one title are told apart by their ids. */
const namesOf = (forms: EditedForm['forms']): { value: string; label: string }[] =>
  forms.map(({ id, title }) => ({ value: id, label: forms.some((other) => other.id !== id && other.title === title) ? id : title }));
