import '../../mantine-later-styles.ts';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBindings } from '../../data/binding-context.tsx';
import { useSearchedChoices } from '../../data/searched-choices.tsx';
import { useTexts } from '../../text/texts.ts';
import { askingOf, type Choices } from './choices.ts';

/** A filter with more choices than fit into a list. */
export default function ChoiceSelect({
  filter,
  value,
  onChoose,
}: {
  filter: Choices;
  value: string;
  onChoose: (value: string) => void;
}): ReactNode {
  const t = useTexts();
  const choices = useSearchedChoices(askingOf(filter, useBindings()), value === '' ? [] : [value]);
  return (
    <Select
      {...choices}
      size="sm"
      label={filter.title}
      placeholder={t('ui.filter.any', { title: filter.title })}
      clearable
      clearButtonProps={{ 'aria-label': t('ui.filter.remove', { title: filter.title }) }}
      value={value === '' ? null : value}
      comboboxProps={{ withinPortal: false }}
      onChange={(next) => onChoose(next ?? '')}
    />
  );
}
