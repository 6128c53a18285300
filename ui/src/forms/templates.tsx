import { ActionIcon, Button, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  ObjectFieldTemplatePropertyType,
} from '@rjsf/utils';
import type { ReactNode } from 'react';
import styles from './forms.module.css';
import { useTexts } from '../text/texts.ts';

/** Inputs carry their own label, help and error; only lists and objects need their errors shown beside them. */
export function FieldTemplate({ hidden, children, rawErrors, schema, uiSchema }: FieldTemplateProps): ReactNode {
  if (hidden) return <div hidden>{children}</div>;
  const isBox = !uiSchema?.['ui:options']?.widget && (schema.type === 'object' || schema.type === 'array');
  return (
    <>
      {children}
      {isBox && rawErrors?.length ? (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {rawErrors[0]}
        </Text>
      ) : null}
    </>
  );
}

interface Settings {
  group?: string;
  span?: number;
  widget?: string;
}

/** Fields in a grid of twelve columns; those with one group title in a frame of their own. */
export function ObjectFieldTemplate({ properties, uiSchema, title, fieldPathId }: ObjectFieldTemplateProps): ReactNode {
  const settings = (name: string): Settings => (uiSchema?.[name]?.['ui:options'] ?? {}) as Settings;
  const groups = new Map<string, ObjectFieldTemplatePropertyType[]>();
  for (const property of properties) {
    const group = settings(property.name).group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), property]);
  }
  const isHidden = (field: ObjectFieldTemplatePropertyType): boolean => field.hidden || settings(field.name).widget === 'hidden';
  const grid = (fields: ObjectFieldTemplatePropertyType[]): ReactNode => (
    <div className={styles.grid}>
      {fields.map((field) => {
        const { span } = settings(field.name);
        return (
          <div key={field.name} hidden={isHidden(field)} className={styles.cell} data-span={Math.max(1, Math.min(12, span ?? 12))}>
            {field.content}
          </div>
        );
      })}
    </div>
  );
  // A group with nothing to see must not leave a gap or a line.
  const seen = [...groups].filter(([, fields]) => !fields.every(isHidden));
  const unseen = properties.filter((field) => isHidden(field) && !seen.some(([, fields]) => fields.includes(field)));
  const parts = seen.map(([group, fields]) =>
    group ? (
      <fieldset key={group} className={styles.group}>
        <legend>{group}</legend>
        {grid(fields)}
      </fieldset>
    ) : (
      <div key="">{grid(fields)}</div>
    ),
  );
  const isRoot = fieldPathId.path.length === 0;
  if (isRoot)
    return (
      <>
        <div className={styles.root}>{parts}</div>
        {unseen.length > 0 && <div hidden>{unseen.map((field) => field.content)}</div>}
      </>
    );
  return (
    <fieldset className={styles.group}>
      {title && <legend>{title}</legend>}
      {parts}
      {unseen.length > 0 && <div hidden>{unseen.map((field) => field.content)}</div>}
    </fieldset>
  );
}

export function ArrayFieldTemplate({ items, canAdd, onAddClick, title, disabled, readonly }: ArrayFieldTemplateProps): ReactNode {
  const t = useTexts();
  return (
    <fieldset className={styles.group}>
      {title && <legend>{title}</legend>}
      <div className={styles.items}>{items}</div>
      {canAdd && !disabled && !readonly && (
        <Button
          variant="default"
          size="compact-md"
          mt={items.length ? 12 : 0}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onAddClick}
        >
          {t('ui.form.add')}
        </Button>
      )}
    </fieldset>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, index }: ArrayFieldItemTemplateProps): ReactNode {
  const t = useTexts();
  return (
    <div className={styles.item}>
      <div>{children}</div>
      {hasToolbar && buttonsProps.hasRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('ui.form.remove', { number: index + 1 })}
          onClick={buttonsProps.onRemoveItem}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

export const MultiSchemaFieldTemplate = ({
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps & { optionSchemaField?: ReactNode }): ReactNode => (
  <div className={styles.root}>
    {selector}
    {optionSchemaField}
  </div>
);

/** Titles, helps and errors stand in the inputs themselves. */
export const Nothing = (): ReactNode => null;
