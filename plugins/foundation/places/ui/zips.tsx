import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { common, placeholderOf, textOrNothing, useTexts, type WidgetProps } from '../../../../ui/src/widget-contract.ts';
import { typedZips, zipsOf } from './zip-codes.ts';

/** Lines that the field shows while it has fewer. */
const ZIP_ROWS = 5;

/** Zip codes one a line; the data is a text with newlines, or a list if the schema says so. */
export function zips(props: WidgetProps): ReactNode {
  const t = useTexts();
  const isList = props.schema.type === 'array';
  const stored = Array.isArray(props.value) ? props.value.join('\n') : String(props.value ?? '');
  const [text, setText] = useState(stored);
  const shown = zipsOf(text).join('\n') === zipsOf(stored).join('\n') ? text : stored;
  const count = zipsOf(shown).length;
  const given = common(props);
  return (
    <Textarea
      {...given}
      description={[given.description, count ? t('places.ui.zips', { count }) : ''].filter(Boolean).join(' · ') || undefined}
      autosize
      minRows={ZIP_ROWS}
      maxRows={14}
      inputMode="numeric"
      dir="ltr"
      placeholder={placeholderOf(props) || '60601\n60602'}
      value={shown}
      onChange={(event) => {
        const typed = typedZips(event.currentTarget.value);
        setText(typed);
        const codes = zipsOf(typed);
        props.onChange(isList ? codes : textOrNothing(props, codes.join('\n')));
      }}
    />
  );
}
