import { ColorInput, TagsInput, TextInput, Textarea } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import type { CountryCode } from 'libphonenumber-js/min';
import { useState, type ReactNode } from 'react';
import { typedCents, editedDollars, typedMoney, writtenOut } from '../money-input.ts';
import { SelectWidget } from './choices.tsx';
import { affixes, common, optionsOf, placeholderOf, textOrNothing } from './common.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { useTexts } from '../../text/texts.ts';
import { input, PlainTextWidget } from './plain-texts.tsx';
import { SuggestedTags, SuggestedText } from './suggested.tsx';

export const TextWidget = (props: WidgetProps): ReactNode =>
  optionsOf(props).suggest ? <SuggestedText {...props} /> : <PlainTextWidget {...props} />;
export const AreaWidget = (props: WidgetProps): ReactNode => <Textarea {...input(props)} autosize minRows={3} maxRows={12} />;
export const CodeWidget = (props: WidgetProps): ReactNode => (
  <Textarea
    {...input(props)}
    autosize
    minRows={6}
    maxRows={24}
    dir="ltr"
    spellCheck={false}
    styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
  />
);

export function ColorWidget(props: WidgetProps): ReactNode {
  const t = useTexts();
  return (
    <ColorInput
      {...common(props)}
      eyeDropperButtonProps={{ 'aria-label': t('ui.form.pick-color') }}
      format="hex"
      dir="ltr"
      value={props.value ?? ''}
      placeholder={placeholderOf(props) || '#000000'}
      onChange={(value) => props.onChange(textOrNothing(props, value))}
      popoverProps={{ withinPortal: true }}
    />
  );
}

/** Dollars on screen; in the data integer cents, or dollars as text where the schema asks for text. */
export function MoneyWidget(props: WidgetProps): ReactNode {
  const { strict, least } = optionsOf(props);
  const isText = props.schema.type === 'string';
  const value: unknown = isText ? typedCents(typedMoney(String(props.value ?? ''))) : props.value;
  const written = (cents: unknown): string => (strict && Number.isSafeInteger(cents) ? writtenOut(cents as number) : editedDollars(cents));
  const [text, setText] = useState(() => written(value));
  const [isShort, setShort] = useState(false);
  const give = (cents: number | undefined): void => props.onChange(isText ? textOrNothing(props, editedDollars(cents)) : cents);
  // The typed text stays while it means the value, so that "12." is not rewritten under the fingers.
  const shown = typedCents(typedMoney(text)) === (value ?? undefined) ? text : written(value);
  const block = strict ? (event: { preventDefault(): void }) => event.preventDefault() : undefined;
  const leave = (): void => {
    if (!strict) return;
    const typed = typedCents(typedMoney(shown)) ?? (least ? undefined : 0);
    const tooLittle = least !== undefined && typed !== undefined && typed < least.cents;
    const kept = tooLittle ? undefined : typed;
    setShort(tooLittle);
    setText(written(kept));
    if (kept !== value) give(kept);
  };
  return (
    <TextInput
      {...common(props)}
      {...(least && isShort ? { error: least.text } : {})}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholderOf(props) || '0.00'}
      leftSection={optionsOf(props).prefix ?? '$'}
      {...(optionsOf(props).suffix ? { rightSection: optionsOf(props).suffix, rightSectionWidth: 70 } : {})}
      value={shown}
      onChange={(event) => {
        const typed = typedMoney(event.currentTarget.value);
        setText(typed);
        setShort(false);
        give(typedCents(typed));
      }}
      onCopy={block}
      onCut={block}
      onPaste={block}
      onBlur={leave}
    />
  );
}

/** Free words; where the schema lists the words that may be, a choice of these. */
export const TagsWidget = (props: WidgetProps): ReactNode =>
  optionsOf(props).labels || optionsOf(props).call ? (
    <SelectWidget {...props} multiple={props.schema.type !== 'string'} />
  ) : optionsOf(props).suggest ? (
    <SuggestedTags {...props} />
  ) : (
    <FreeTags {...props} />
  );

function FreeTags(props: WidgetProps): ReactNode {
  const t = useTexts();
  const isList = props.schema.type !== 'string';
  const tags: string[] = Array.isArray(props.value)
    ? props.value.map(String)
    : typeof props.value === 'string' && props.value
      ? props.value.split(',')
      : [];
  return (
    <TagsInput
      {...common(props)}
      value={tags}
      placeholder={placeholderOf(props) || t('ui.form.tags')}
      splitChars={[',', '\n']}
      acceptValueOnBlur
      onChange={(value) => {
        const kept = value.map((tag) => tag.trim()).filter(Boolean);
        props.onChange(isList ? kept : textOrNothing(props, kept.join(',')));
      }}
    />
  );
}

/** A phone number: written as people of the visitor's country write it, kept in its international form once it is complete. */
export function PhoneWidget(props: WidgetProps): ReactNode {
  const { country } = useBootstrap();
  const complete = async (): Promise<void> => {
    props.onBlur(props.id, props.value);
    if (typeof props.value !== 'string' || !props.value) return;
    const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
    const number = parsePhoneNumberFromString(props.value, country as CountryCode);
    if (number?.isValid() && number.number !== props.value) props.onChange(number.number);
  };
  return (
    <TextInput
      {...input(props)}
      {...affixes(props)}
      type="tel"
      inputMode="tel"
      autoComplete={optionsOf(props).complete ?? 'tel'}
      onBlur={() => void complete()}
    />
  );
}
