import { PasswordInput, TextInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { affixes, common, optionsOf, placeholderOf, textOrNothing } from './common.ts';
import { useTexts } from '../../text/texts.ts';

/** What inputs for a line of text are given. */
export const input = (props: WidgetProps) => ({
  ...common(props),
  placeholder: placeholderOf(props),
  autoComplete: optionsOf(props).complete ?? 'off',
  value: props.value === undefined || props.value === null ? '' : String(props.value),
  onChange: (event: { currentTarget: { value: string } }) => props.onChange(textOrNothing(props, event.currentTarget.value)),
  onBlur: () => props.onBlur(props.id, props.value),
});

export const PlainTextWidget = (props: WidgetProps): ReactNode => <TextInput {...input(props)} {...affixes(props)} />;
export const EmailWidget = (props: WidgetProps): ReactNode => (
  <TextInput {...input(props)} {...affixes(props)} type="email" inputMode="email" />
);

export function PasswordWidget(props: WidgetProps): ReactNode {
  const t = useTexts();
  return (
    <PasswordInput
      {...input(props)}
      aria-invalid={props.rawErrors?.length ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.form.show-password') }}
    />
  );
}

export const HiddenWidget = ({ id, value }: WidgetProps): ReactNode => (
  <input type="hidden" id={id} value={typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')} readOnly />
);
