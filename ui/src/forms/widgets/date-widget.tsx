import '../../mantine-later-styles.ts';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { common, placeholderOf } from './common.ts';
import { useTexts } from '../../text/texts.ts';

/** A calendar day, kept as `YYYY-MM-DD`. */
export default function DateWidget(props: WidgetProps): ReactNode {
  const t = useTexts();
  return (
    <DateInput
      {...common(props)}
      valueFormat="YYYY-MM-DD"
      placeholder={placeholderOf(props) || 'YYYY-MM-DD'}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('ui.form.clear') }}
      value={typeof props.value === 'string' && props.value ? props.value.slice(0, 10) : null}
      onChange={(value) => props.onChange(value ?? undefined)}
      popoverProps={{ withinPortal: true }}
      ariaLabels={{ previousMonth: t('ui.pages.previous'), nextMonth: t('ui.pages.next') }}
    />
  );
}
