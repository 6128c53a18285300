import '../../mantine-later-styles.ts';
import { MultiSelect, Select } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { useBindings } from '../../data/binding-context.tsx';
import { useSearchedChoices } from '../../data/searched-choices.tsx';
import type { Values } from '../../api/url.ts';
import { useTexts } from '../../text/texts.ts';
import { FormValuesContext } from '../values.ts';
import { common, optionsOf, placeholderOf } from './common.ts';

/** A chooser whose choices the server searches and pages: of one, or of several where the field is a list. */
export default function SearchedSelect(props: WidgetProps): ReactNode {
  const t = useTexts();
  const { path } = useBindings();
  const { call: source } = optionsOf(props);
  const chosen: string[] = [props.value ?? []].flat().map(String);
  const around = useContext(FormValuesContext);
  const of = Object.fromEntries(Object.entries(source!.of ?? {}).map(([name, field]) => [name, around[field]])) as Values;
  // What is chosen has a name, whatever the list is narrowed to by now.
  const query = (extra: Values): Values => ('value' in extra ? extra : { ...of, ...extra });
  const choices = useSearchedChoices({ call: source!, key: [source!.path, path, of], params: path, query }, chosen);
  const isList = props.schema.type === 'array';
  const given = {
    ...common(props),
    ...choices,
    placeholder: chosen.length > 0 && isList ? '' : placeholderOf(props) || t('ui.form.choose'),
    clearButtonProps: { 'aria-label': t('ui.form.clear') },
    comboboxProps: { withinPortal: true },
  };
  const valueOf = (choice: string): string | number => (typesOf(props).includes('integer') ? Number(choice) : choice);
  if (isList) return <MultiSelect {...given} value={chosen} onChange={(values) => props.onChange(values.map(valueOf))} />;
  return (
    <Select
      {...given}
      clearable={!props.required}
      allowDeselect={false}
      value={chosen[0] ?? null}
      onChange={(choice) => props.onChange(choice === null ? props.options.emptyValue : valueOf(choice))}
    />
  );
}

/** Types of what is chosen. */
function typesOf({ schema }: WidgetProps): string[] {
  const { type } = schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : schema;
  return [type ?? []].flat();
}
