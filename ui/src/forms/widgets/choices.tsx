import { Input, MultiSelect, NumberInput, Radio, Select, Stack, Switch } from '@mantine/core';
import { enumOptionsIndexForValue, enumOptionsValueForIndex, type EnumOptionsType, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { problemText } from '../../shell/notify.ts';
import { affixes, common, optionsOf, placeholderOf } from './common.ts';
import { useTexts } from '../../text/texts.ts';
import { lazyPart } from '../../shell/lazy-part.ts';

const LazyDate = lazyPart(() => import('./date-widget.tsx'));
const SearchedSelect = lazyPart(() => import('./searched-select.tsx'));
const SEARCH_FROM = 8;

interface Choices {
  options: EnumOptionsType[];
  loading: boolean;
  problem: string | null;
}

/** The choices that a list's items may be. */
function listedIn(schema: RJSFSchema): EnumOptionsType[] {
  const { items } = schema;
  const values = typeof items === 'object' && !Array.isArray(items) ? (items.enum ?? []) : [];
  return values.map((value) => ({ value, label: String(value) }));
}

/** The options of a field: those of its schema, or those that a call answers. */
function useChoices(props: WidgetProps): Choices {
  const { path } = useBindings();
  const { call: source, labels, silent } = optionsOf(props);
  const { data, isPending, error } = useQuery({
    queryKey: ['options', source?.path, path],
    queryFn: ({ signal }) => call<{ options: EnumOptionsType[] }>(source!, { params: path, signal }),
    enabled: source !== undefined,
  });
  const named = useMemo(
    () =>
      (props.options.enumOptions ?? listedIn(props.schema)).map((option) => ({
        ...option,
        label: labels?.[String(option.value)] ?? option.label,
      })),
    [props.options.enumOptions, props.schema, labels],
  );
  const options = source ? (data?.options ?? []) : named;
  return { options, loading: source !== undefined && isPending, problem: error && !silent ? problemText(error) : null };
}

/** Options as Mantine takes them: by their position, since values may be numbers. */
const listed = (options: EnumOptionsType[], empty: string) =>
  options.map((option, at) => ({ value: String(at), label: option.label || empty }));
const positionsOf = (value: unknown, options: EnumOptionsType[], multiple: boolean): string[] => {
  const found = enumOptionsIndexForValue(value, options, multiple);
  return [found ?? []].flat();
};

export const SelectWidget = (props: WidgetProps): ReactNode =>
  optionsOf(props).call?.searched ? <SearchedSelect {...props} /> : <ListedSelect {...props} />;

function ListedSelect(props: WidgetProps): ReactNode {
  const t = useTexts();
  const { options, loading, problem } = useChoices(props);
  const multiple = props.multiple ?? props.schema.type === 'array';
  const given = {
    ...common(props),
    ...(problem ? { error: problem } : {}),
    searchable: options.length > SEARCH_FROM,
    data: listed(options, t('ui.form.none')),
    nothingFoundMessage: t('ui.no-match.title'),
    comboboxProps: { withinPortal: true },
  };
  const placeholder = placeholderOf(props) || t(loading ? 'ui.loading' : 'ui.form.choose');
  if (multiple)
    return (
      <MultiSelect
        {...given}
        placeholder={Array.isArray(props.value) && props.value.length ? '' : placeholder}
        value={positionsOf(props.value ?? [], options, true)}
        onChange={(positions) => props.onChange(enumOptionsValueForIndex(positions, options, []))}
      />
    );
  return (
    <Select
      {...given}
      placeholder={placeholder}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('ui.form.clear') }}
      allowDeselect={false}
      value={positionsOf(props.value, options, false)[0] ?? null}
      onChange={(position) => props.onChange(position === null ? props.options.emptyValue : enumOptionsValueForIndex(position, options))}
    />
  );
}

export function RadioWidget(props: WidgetProps): ReactNode {
  const { options, problem } = useChoices(props);
  const all: ReturnType<typeof common> & { 'aria-label'?: string } = common(props);
  const { id, disabled, 'aria-label': name, 'aria-required': isRequired, ...given } = all;
  const error = problem ?? given.error;
  const [chosen] = positionsOf(props.value, options, false);
  const says = [given.description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  // Mantine's own group hands neither `aria-invalid` nor `aria-required` on to the element with the role.
  return (
    <Input.Wrapper {...given} id={id} error={error} labelElement="div">
      <Stack
        role="radiogroup"
        gap={8}
        my={6}
        {...(name ? { 'aria-label': name } : { 'aria-labelledby': `${id}-label` })}
        aria-describedby={says || undefined}
        aria-invalid={error ? true : undefined}
        aria-required={isRequired}
      >
        {options.map((option, at) => (
          <Radio
            key={String(option.value)}
            name={id}
            value={String(at)}
            label={option.label}
            disabled={disabled}
            checked={chosen === String(at)}
            onChange={() => props.onChange(enumOptionsValueForIndex(String(at), options))}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

export function NumberWidget(props: WidgetProps): ReactNode {
  const { schema } = props;
  const whole = [schema.type].flat().includes('integer');
  return (
    <NumberInput
      {...common(props)}
      {...affixes(props)}
      hideControls
      inputMode={whole ? 'numeric' : 'decimal'}
      thousandSeparator=","
      allowDecimal={!whole}
      placeholder={placeholderOf(props)}
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : value === '' ? undefined : Number(value))}
      onBlur={() => props.onBlur(props.id, props.value)}
    />
  );
}

const toggle = (props: WidgetProps, on: boolean, to: (on: boolean) => unknown): ReactNode => {
  const { withAsterisk: _, ...given } = common(props);
  return (
    <Switch
      {...given}
      aria-invalid={given.error ? true : undefined}
      mt={4}
      checked={on}
      onChange={(event) => props.onChange(to(event.currentTarget.checked))}
    />
  );
};
export const SwitchWidget = (props: WidgetProps): ReactNode => toggle(props, props.value === true, (on) => on);
/** The platform's old flags are the letters T and F; some are named after what they forbid. */
export const FlagWidget = (props: WidgetProps): ReactNode => {
  const { negated = false } = optionsOf(props);
  return toggle(props, (props.value === 'T') !== negated, (on) => (on !== negated ? 'T' : 'F'));
};

export const DateWidget = (props: WidgetProps): ReactNode => <LazyDate {...props} />;
