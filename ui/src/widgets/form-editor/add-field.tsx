import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { KINDS, type Kind, nameFor, withOwnField } from './changes.ts';
import type { EditProps } from './edit-props.ts';
import { focused } from './focused.ts';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

/** Adds a field of the operators' own: its kind and what it is called in both languages. */
export function AddField({ draft, fields, added }: EditProps & { added: (name: string) => void }): ReactNode {
  const words = useWords();
  const [stage, setStage] = useState<'closed' | 'open' | 'cancelled'>('closed');
  const [kind, setKind] = useState<Kind>('text');
  const [title, setTitle] = useState({ en: '', ar: '' });
  if (stage !== 'open')
    return (
      <div className={styles.add}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          ref={stage === 'cancelled' ? focused : undefined}
          onClick={() => setStage('open')}
        >
          {words('own.add')}
        </Button>
      </div>
    );
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        const name = nameFor(title.en, new Set(fields.map((field) => field.name)));
        draft.change(withOwnField(draft.changes, name, kind, title));
        setStage('closed');
        setTitle({ en: '', ar: '' });
        added(name);
      }}
    >
      <Select
        label={words('own.kind')}
        allowDeselect={false}
        value={kind}
        onChange={(value) => setKind((value as Kind | null) ?? 'text')}
        data={Object.keys(KINDS).map((value) => ({ value, label: words(`kind.${value}`) }))}
      />
      <div className={styles.pair}>
        {(['en', 'ar'] as const).map((locale) => (
          <TextInput
            key={locale}
            label={words(`text.title.${locale}`)}
            dir={locale === 'ar' ? 'rtl' : 'ltr'}
            required={locale === 'en'}
            ref={locale === 'en' ? focused : undefined}
            maxLength={100}
            value={title[locale]}
            onChange={(event) => setTitle({ ...title, [locale]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button type="submit">{words('own.add')}</Button>
        <Button variant="default" onClick={() => setStage('cancelled')}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  );
}
