import { Text, type ComboboxItem, type ComboboxLikeRenderOptionInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../text/texts.ts';
import { type Asking, CHOICES, choicesQuery } from './choices.ts';

const TYPING_MS = 250;

/**
 * A list with more choices than fit into it: searched and paged by the server, which also names what is chosen. Answers what a searchable
 * Mantine select is given, and the choices in it.
 */
export function useSearchedChoices(asking: Asking, values: readonly string[]) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const named = useQueries({ queries: values.map((value) => choicesQuery(asking, { value })) });
  const chosen = named.flatMap(({ data }) => data?.options ?? []);
  // While nothing else was typed the input holds the name of what is chosen.
  const looked = chosen.some(({ label }) => label === search) ? undefined : search || undefined;
  const found = useInfiniteQuery({
    queryKey: ['choices', ...asking.key, looked, 'pages'],
    queryFn: ({ pageParam, client }) => client.fetchQuery(choicesQuery(asking, { search: looked, PerPage: CHOICES, Page: pageParam })),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.options.length === CHOICES ? all.length + 1 : undefined),
    enabled: open,
  });
  const listed = found.data?.pages.flatMap((page) => page.options) ?? [];
  const options = new Map([...chosen, ...(open ? listed : [])].map((choice) => [choice.value, choice]));
  return {
    data: [...options.values()].map(({ value, label }) => ({ value, label })),
    searchable: true,
    // The server has chosen already.
    filter: <O,>({ options: all }: { options: O }): O => all,
    searchValue: typed,
    onSearchChange: setTyped,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    nothingFoundMessage: t(found.isError ? 'ui.error' : found.isFetching ? 'ui.filter.loading' : 'ui.no-match.title'),
    scrollAreaProps: { onBottomReached: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()) },
    renderOption: ({ option }: ComboboxLikeRenderOptionInput<ComboboxItem>): ReactNode => (
      <>
        <bdi>{option.label}</bdi>
        {options.get(option.value)?.note && (
          <Text span size="xs" c="dimmed" ms="auto">
            {options.get(option.value)?.note}
          </Text>
        )}
      </>
    ),
  };
}
