import type { WidgetProps } from '@rjsf/utils';
import type { Call } from '../../../../core/contract/wire.ts';
import { text } from '../../text/texts.ts';

/** The settings of a field that widgets look at, beside RJSF's own. */
export interface FieldOptions {
  help?: string;
  prefix?: string;
  suffix?: string;
  complete?: string;
  strict?: boolean;
  least?: { cents: number; text: string };
  silent?: boolean;
  negated?: boolean;
  /** Where the choices come from; `searched`: some at a time; `of`: narrowed by what other fields hold. */
  call?: Call & { searched?: true; of?: Readonly<Record<string, string>> };
  /** Where what is being typed is completed from. */
  suggest?: Call & { only?: true };
  /** Texts of the choices, by value. */
  labels?: Record<string, string>;
}
export const optionsOf = (props: WidgetProps): FieldOptions => props.options as FieldOptions;

/** What every Mantine input of a form is given: its label, help and error, tied together by Mantine. */
export function common(props: WidgetProps) {
  const { id, label, hideLabel, required, disabled, readonly, rawErrors, schema, autofocus } = props;
  const name = label || text('ui.form.choice');
  return {
    id,
    ...(hideLabel || !label ? { 'aria-label': name } : { label }),
    description: optionsOf(props).help ?? schema.description,
    withAsterisk: Boolean(required),
    disabled: Boolean(disabled || readonly),
    error: rawErrors?.[0] ?? false,
    ...(required ? { 'aria-required': true } : {}),
    ...(autofocus ? { 'data-autofocus': true } : {}),
  };
}

export function placeholderOf(props: WidgetProps): string {
  const example = props.options.placeholder || props.placeholder || '';
  // An address or a code reads from left to right in every language.
  return globalThis.document?.documentElement.dir === 'rtl' && /^[!-~]+$/.test(example) ? `\u2066${example}\u2069` : example;
}

/** An emptied text is an absent one. */
export const textOrNothing = (props: WidgetProps, typed: string): unknown => (typed === '' ? props.options.emptyValue : typed);

/** Text before or behind a value, with room for it. */
export function affixes(props: WidgetProps) {
  const { prefix, suffix } = optionsOf(props);
  const width = (affix: string): number => 22 + affix.length * 8;
  return {
    ...(prefix ? { leftSection: prefix, leftSectionWidth: width(prefix) } : {}),
    ...(suffix ? { rightSection: suffix, rightSectionWidth: width(suffix) } : {}),
  };
}
