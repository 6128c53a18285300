import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Changes, changeOf, textOf, withChange } from './changes.ts';
import type { SettingProps } from './field-settings.tsx';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

/** The choices of an added field, each with its label in both languages. */
export function OwnChoices({ field, draft }: SettingProps): ReactNode {
  const words = useWords();
  const values = field.choices.map(({ value }) => String(value));
  const labels = (changeOf(draft.changes, field.name, 'labels') as Record<string, unknown> | undefined) ?? {};
  const set = (next: readonly string[], texts: Record<string, unknown>): void => {
    const extra: Changes['extra'] = { ...draft.changes.extra, [field.name]: { ...draft.changes.extra[field.name], enum: [...next] } };
    const kept = Object.fromEntries(Object.entries(texts).filter(([value]) => next.includes(value)));
    draft.change(withChange({ ...draft.changes, extra }, field.name, 'labels', Object.keys(kept).length > 0 ? kept : undefined));
  };
  const free = (): string => {
    for (let nth = values.length + 1; ; nth += 1) if (!values.includes(`choice_${nth}`)) return `choice_${nth}`;
  };
  return (
    <fieldset className={styles.setting}>
      <legend>{words('property.enum')}</legend>
      {values.map((value, at) => (
        <div key={value} className={styles.choice}>
          {(['en', 'ar'] as const).map((locale) => (
            <TextInput
              key={locale}
              aria-label={words(`choice.${locale}`, { number: at + 1 })}
              placeholder={words(`choice.${locale}`, { number: at + 1 })}
              dir={locale === 'ar' ? 'rtl' : 'ltr'}
              maxLength={100}
              value={textOf(labels[value])[locale] ?? ''}
              onChange={(event) => set(values, { ...labels, [value]: { ...textOf(labels[value]), [locale]: event.currentTarget.value } })}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words('choice.remove', { number: at + 1 })}
            disabled={values.length < 2}
            onClick={() => set(values.toSpliced(at, 1), labels)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => set([...values, free()], labels)}
      >
        {words('choice.add')}
      </Button>
    </fieldset>
  );
}
