import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeOf, textOf, withText } from './changes.ts';
import type { SettingProps } from './field-settings.tsx';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

const MOST = 300;

/** A text of a field in both languages; where nothing is written the text stands that was there. */
export function TextSetting({ field, draft, set }: SettingProps & { set: 'title' | 'help' | 'group' }): ReactNode {
  const words = useWords();
  const written = textOf(changeOf(draft.changes, field.name, set));
  return (
    <div className={styles.pair}>
      {(['en', 'ar'] as const).map((locale) => (
        <TextInput
          key={locale}
          label={words(`text.${set}.${locale}`)}
          dir={locale === 'ar' ? 'rtl' : 'ltr'}
          lang={locale}
          maxLength={MOST}
          placeholder={field[set][locale]}
          value={written[locale] ?? ''}
          onChange={(event) => draft.change(withText(draft.changes, field.name, set, field[set], locale, event.currentTarget.value))}
        />
      ))}
    </div>
  );
}
