import { Autocomplete, TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { WidgetProps } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { useTexts } from '../../text/texts.ts';
import { common, optionsOf, placeholderOf, textOrNothing } from './common.ts';

/** What is asked only after so many characters, and a moment after the last of them. */
const SUGGEST_FROM = 3;
const DELAY_MS = 300;
/** How long the list stays when the input is left, so that a click on it still counts. */
const CLOSE_MS = 200;

interface Suggestion {
  value: string;
  label: string;
  /** Said behind it, such as how many there are. */
  note?: string;
}

/** What may be meant by a text that is being typed. With `only`, a single suggestion is handed to `take`. */
function useSuggestions(props: WidgetProps, typed: string, take: (value: string) => void) {
  const { suggest } = optionsOf(props);
  const { path } = useBindings();
  const [asked] = useDebouncedValue(typed.trim(), DELAY_MS);
  const isAsked = asked.length >= SUGGEST_FROM && asked === typed.trim();
  const { data } = useQuery({
    queryKey: ['suggestions', suggest?.path, path, asked],
    queryFn: ({ signal }) => call<{ options: Suggestion[] }>(suggest!, { params: path, query: { search: asked }, signal }),
    enabled: isAsked && suggest !== undefined,
    staleTime: 60_000,
  });
  const options = isAsked ? (data?.options ?? []) : [];
  const single = options.length === 1 ? options[0]!.value : null;
  const taken = useRef(take);
  useEffect(() => {
    taken.current = take;
  });
  useEffect(() => {
    if (suggest?.only && single !== null) taken.current(single);
  }, [suggest?.only, single]);
  return { options, isSingle: single !== null };
}

/** The list: open while the input is in use, and as it was for a moment longer, so that a click on it still counts. */
function useList(options: readonly Suggestion[]) {
  const [isOpen, setOpen] = useState(false);
  const [left, setLeft] = useState<readonly Suggestion[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (): void => {
    timer.current = undefined;
    setOpen(false);
    setLeft(null);
  };
  return {
    options: left ?? options,
    isOpen,
    open: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      setLeft(null);
      setOpen(true);
    },
    // The input closes it as well when it is left.
    close: () => timer.current === undefined && setOpen(false),
    leave: () => {
      setLeft(options);
      timer.current = setTimeout(end, CLOSE_MS);
    },
    end,
  };
}

/** What both inputs are told of the suggestions. */
function listed(isSingle: boolean, { options, ...list }: ReturnType<typeof useList>) {
  const byValue = new Map(options.map((option) => [option.value, option]));
  return {
    data: [...byValue.keys()],
    // The server has chosen already.
    filter: <O,>({ options: all }: { options: O }): O => all,
    dropdownOpened: list.isOpen && options.length > 0,
    onDropdownClose: list.close,
    selectFirstOptionOnChange: isSingle,
    comboboxProps: { withinPortal: true },
    renderOption: ({ option }: { option: { value: string } }) => {
      const { label = option.value, note } = byValue.get(option.value) ?? {};
      return (
        <>
          <bdi>{label}</bdi>
          {note && (
            <Text span size="sm" c="dimmed" ms="auto">
              {note}
            </Text>
          )}
        </>
      );
    },
  };
}

/** Words of which each is completed while it is typed. */
export function SuggestedTags(props: WidgetProps): ReactNode {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  // What was typed when the input was left counts as a tag, unless something of the list takes its place.
  const leftWith = useRef('');
  const tags: string[] = Array.isArray(props.value) ? props.value.map(String) : [];
  const give = (value: readonly string[]): void => {
    const kept = value.map((tag) => tag.trim()).filter(Boolean);
    props.onChange([...new Set(kept)]);
  };
  const found = useSuggestions(props, typed, (value) => {
    give([...tags, value]);
    setTyped('');
  });
  const list = useList(found.options);
  return (
    <TagsInput
      {...common(props)}
      {...listed(found.isSingle, list)}
      value={tags}
      searchValue={typed}
      onSearchChange={(value) => {
        setTyped(value);
        if (value) list.open();
      }}
      placeholder={tags.length > 0 ? '' : placeholderOf(props) || t('ui.form.tags')}
      // Places have commas within them.
      splitChars={optionsOf(props).suggest?.only ? [';', '\n'] : [',', '\n']}
      acceptValueOnBlur
      onChange={give}
      onOptionSubmit={(option) => {
        const { current: text } = leftWith;
        // The input hands over what was typed in the same way.
        if (!text || option === text) return;
        list.end();
        queueMicrotask(() => give([...tags.filter((tag) => tag !== text), option]));
      }}
      onFocus={() => {
        leftWith.current = '';
        list.open();
      }}
      onBlur={() => {
        leftWith.current = typed.trim();
        list.leave();
      }}
    />
  );
}

/** A text that is completed while it is typed. */
export function SuggestedText(props: WidgetProps): ReactNode {
  const value = typeof props.value === 'string' ? props.value : '';
  const [typed, setTyped] = useState('');
  // What was chosen is told as a change as well, and is not asked about again.
  const chosen = useRef('');
  const choose = (option: string): void => {
    chosen.current = option;
    setTyped('');
    props.onChange(option);
  };
  const found = useSuggestions(props, typed, choose);
  const list = useList(found.options);
  return (
    <Autocomplete
      {...common(props)}
      {...listed(found.isSingle, list)}
      autoComplete="off"
      placeholder={placeholderOf(props)}
      value={value}
      onChange={(text) => {
        props.onChange(textOrNothing(props, text));
        if (text === chosen.current) return;
        setTyped(text);
        list.open();
      }}
      onOptionSubmit={(option) => {
        choose(option);
        list.end();
      }}
      onFocus={list.open}
      onBlur={list.leave}
    />
  );
}
