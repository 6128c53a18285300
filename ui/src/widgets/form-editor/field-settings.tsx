import { Button, Checkbox, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FormProperty } from '../../../../core/contract/form.ts';
import type { EditedField } from '../../../../core/contract/wire.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { changeOf, readText, withChange, withoutOwnField } from './changes.ts';
import { ConditionSetting } from './condition-setting.tsx';
import type { EditProps } from './edit-props.ts';
import styles from './form-editor.module.css';
import { OwnChoices } from './own-choices.tsx';
import { TextSetting } from './text-setting.tsx';
import { useWords } from './words.ts';

export interface SettingProps extends EditProps {
  field: EditedField;
}

/** What may be changed about one field; what may not is not there. */
export function FieldSettings(props: SettingProps & { removed: () => void }): ReactNode {
  const { field, draft, isLocked, unfit, removed } = props;
  const words = useWords();
  const isNew = field.name in draft.changes.extra;
  const isOpen = (property: FormProperty): boolean => field.open.includes(property);
  const wrong = unfit.filter(({ at }) => at === field.name || (typeof at === 'number' && draft.changes.ops[at]?.field === field.name));
  return (
    <fieldset className={styles.settings} disabled={isLocked}>
      <legend className={styles.hiddenText}>{readText(draft.changes, field, 'title').en}</legend>
      {wrong.map(({ at, why }) => (
        <p key={String(at)} className={styles.wrong} role="alert">
          {typeof at === 'number' ? `${words(`property.${draft.changes.ops[at]!.set}`)}: ${why}` : why}
        </p>
      ))}
      {field.open.filter((property) => property !== 'order' && property !== 'group').length === 0 && (
        <p className={styles.quiet}>{words('fixed')}</p>
      )}
      {(['title', 'help', 'group'] as const).map(
        (property) => isOpen(property) && <TextSetting key={property} {...props} set={property} />,
      )}
      {isNew && field.choices.length > 0 && <OwnChoices {...props} />}
      {isOpen('require') && !field.isRequired && <YesNo {...props} set="require" />}
      {isOpen('hide') && <YesNo {...props} set="hide" />}
      {isOpen('enum') && field.choices.length > 0 && <Choices {...props} />}
      {isOpen('limits') && Object.keys(field.limits).length > 0 && <Limits {...props} />}
      {isOpen('default') && <Default {...props} />}
      {isOpen('when') && field.when === null && <ConditionSetting {...props} />}
      {isNew && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => {
            draft.change(withoutOwnField(draft.changes, field.name));
            removed();
          }}
        >
          {words('own.remove')}
        </Button>
      )}
    </fieldset>
  );
}

function YesNo({ field, draft, set }: SettingProps & { set: 'require' | 'hide' }): ReactNode {
  const words = useWords();
  return (
    <Switch
      label={words(`property.${set}`)}
      checked={changeOf(draft.changes, field.name, set) === true}
      onChange={(event) => draft.change(withChange(draft.changes, field.name, set, event.currentTarget.checked || undefined))}
    />
  );
}

function Choices({ field, draft }: SettingProps): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const all = field.choices.map(({ value }) => value);
  const kept = (changeOf(draft.changes, field.name, 'enum') as unknown[] | undefined) ?? all;
  const turn = (value: unknown, isKept: boolean): void => {
    const next = all.filter((one) => (one === value ? isKept : kept.includes(one)));
    draft.change(withChange(draft.changes, field.name, 'enum', next.length === all.length ? undefined : next));
  };
  return (
    <fieldset className={styles.setting}>
      <legend>{words('property.enum')}</legend>
      {field.choices.map((choice) => (
        <Checkbox
          key={String(choice.value)}
          label={choice[locale] || String(choice.value)}
          checked={kept.includes(choice.value)}
          onChange={(event) => turn(choice.value, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

function Limits({ field, draft }: SettingProps): ReactNode {
  const words = useWords();
  const set = (changeOf(draft.changes, field.name, 'limits') as Record<string, number> | undefined) ?? {};
  const change = (limit: string, value: number | string): void => {
    const { [limit]: _before, ...others } = set;
    const next = typeof value === 'number' ? { ...others, [limit]: value } : others;
    draft.change(withChange(draft.changes, field.name, 'limits', Object.keys(next).length > 0 ? next : undefined));
  };
  return (
    <div className={styles.pair}>
      {Object.entries(field.limits).map(([limit, now]) => (
        <NumberInput
          key={limit}
          label={words(`limit.${limit}`)}
          placeholder={now === null ? '' : String(now)}
          value={set[limit] ?? ''}
          onChange={(value) => change(limit, value)}
        />
      ))}
    </div>
  );
}

function Default({ field, draft }: SettingProps): ReactNode {
  const words = useWords();
  const { locale } = useBootstrap();
  const set = changeOf(draft.changes, field.name, 'default');
  const change = (value: unknown): void => draft.change(withChange(draft.changes, field.name, 'default', value));
  const label = words('property.default');
  if (field.choices.length > 0)
    return (
      <Select
        label={label}
        clearable
        placeholder={field.choices.find(({ value }) => value === field.default)?.[locale] ?? ''}
        data={field.choices.map((choice) => ({ value: String(choice.value), label: choice[locale] || String(choice.value) }))}
        value={set === undefined ? null : String(set)}
        onChange={(value) => change(field.choices.find((choice) => String(choice.value) === value)?.value)}
      />
    );
  if (field.type === 'boolean')
    return <Switch label={label} checked={(set ?? field.default) === true} onChange={(event) => change(event.currentTarget.checked)} />;
  if (field.type === 'number' || field.type === 'integer')
    return (
      <NumberInput
        label={label}
        placeholder={field.default === null ? '' : String(field.default)}
        value={typeof set === 'number' ? set : ''}
        onChange={(value) => change(typeof value === 'number' ? value : undefined)}
      />
    );
  if (field.type !== 'string') return null;
  return (
    <TextInput
      label={label}
      placeholder={field.default === null ? '' : String(field.default)}
      value={typeof set === 'string' ? set : ''}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  );
}
