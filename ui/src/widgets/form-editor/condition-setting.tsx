import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EditedField } from '../../../../core/contract/wire.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { changeOf, readText, withChange } from './changes.ts';
import type { SettingProps } from './field-settings.tsx';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

interface When {
  field: string;
  is: string | number | boolean;
}

/** Shows a field only where another one has a value. */
export function ConditionSetting({ field, fields, draft }: SettingProps): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const when = changeOf(draft.changes, field.name, 'when') as When | undefined;
  // It is asked in each form that has the field, so each must have the other one as well.
  const isBeside = (one: EditedField): boolean => field.forms.every((id) => one.forms.includes(id));
  const others = fields.filter((one) => one.name !== field.name && isBeside(one) && valuesOf(one) !== null);
  const other = others.find(({ name }) => name === when?.field);
  const values = other ? (valuesOf(other) ?? []) : [];
  const set = (next: When | undefined): void => draft.change(withChange(draft.changes, field.name, 'when', next));
  const titleOf = (one: EditedField): string => readText(draft.changes, one, 'title')[locale] || one.name;
  return (
    <div className={styles.pair}>
      <Select
        label={words('when.field')}
        placeholder={words('when.always')}
        clearable
        searchable
        data={others.map((one) => ({ value: one.name, label: titleOf(one) }))}
        value={when?.field ?? null}
        onChange={(name) => {
          const chosen = others.find((one) => one.name === name);
          set(chosen ? { field: chosen.name, is: valuesOf(chosen)?.[0]?.value ?? '' } : undefined);
        }}
      />
      {other && values.length > 0 && (
        <Select
          label={words('when.is')}
          data={values.map(({ value, label }) => ({ value: String(value), label }))}
          value={when ? String(when.is) : null}
          onChange={(chosen) => {
            const found = values.find(({ value }) => String(value) === chosen);
            if (found) set({ field: other.name, is: found.value });
          }}
        />
      )}
      {other && values.length === 0 && when && (
        <TextInput
          label={words('when.is')}
          value={String(when.is)}
          onChange={(event) => set({ field: other.name, is: event.currentTarget.value })}
        />
      )}
    </div>
  );

  /** The values a condition may name: choices, yes and no, or with an empty list any text; null where it can name none. */
  function valuesOf(one: EditedField): { value: string | number | boolean; label: string }[] | null {
    if (one.choices.length > 0)
      return one.choices.flatMap((choice) =>
        choice.value === null ? [] : [{ value: choice.value, label: choice[locale] || String(choice.value) }],
      );
    if (one.type === 'boolean') return [true, false].map((value) => ({ value, label: words(value ? 'yes' : 'no') }));
    return one.type === 'string' ? [] : null;
  }
}
