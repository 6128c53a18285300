import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useBindings } from '../../data/binding-context.tsx';
import { useTexts } from '../../text/texts.ts';
import { type Choice, type Choices, CHOICES, choicesQuery } from './choices.ts';

const TYPING_MS = 250;

/** A filter with more choices than fit into a list: searched and paged by the server. */
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
  const context = useBindings();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const named = useQuery({ ...choicesQuery(filter, context, { value }), enabled: value !== '' });
  const current = named.data?.options[0];
  // While nothing else was typed the input holds the name of what is chosen.
  const looked = current && search === current.label ? '' : search;
  const first = choicesQuery(filter, context, { search: looked || undefined, PerPage: CHOICES });
  const found = useInfiniteQuery({
    queryKey: [...first.queryKey, 'pages'],
    queryFn: ({ pageParam, client }) =>
      client.fetchQuery(choicesQuery(filter, context, { search: looked || undefined, PerPage: CHOICES, Page: pageParam })),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.options.length === CHOICES ? all.length + 1 : undefined),
    enabled: open,
  });
  const listed = found.data?.pages.flatMap((page) => page.options) ?? [];
  const options = new Map<string, Choice>([...(current ? [current] : []), ...listed].map((choice) => [choice.value, choice]));
  const shown = open ? listed : current ? [current] : [];
  return (
    <Select
      size="sm"
      label={filter.title}
      placeholder={t('ui.filter.any', { title: filter.title })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('ui.filter.remove', { title: filter.title }) }}
      value={value === '' ? null : value}
      data={[
        ...(open && current && !listed.some((choice) => choice.value === value) ? [{ value, label: current.label }] : []),
        ...shown.map(({ value: id, label }) => ({ value: id, label })),
      ]}
      // The server has chosen already.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={t(found.isError ? 'ui.error' : found.isFetching ? 'ui.filter.loading' : 'ui.no-match.title')}
      comboboxProps={{ withinPortal: false }}
      scrollAreaProps={{ onBottomReached: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()) }}
      onChange={(next) => onChoose(next ?? '')}
      renderOption={({ option }) => (
        <>
          <bdi>{option.label}</bdi>
          {options.get(option.value)?.note && (
            <Text span size="xs" c="dimmed" ms="auto">
              {options.get(option.value)?.note}
            </Text>
          )}
        </>
      )}
    />
  );
}
