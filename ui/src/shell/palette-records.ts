import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Call, FoundRecords } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';
import { fillPath, queryString } from '../api/url.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';

const RECORDS: Call = { method: 'GET', path: '/api/ui/records' };
const FROM = 2;
const TYPING_MS = 250;

export interface PaletteEntry {
  id: string;
  title: string;
  note?: string | undefined;
  icon: string;
  run: () => void;
}
interface Records {
  groups: { title: string; entries: PaletteEntry[] }[];
  /** An answer is on its way. */
  isUnderWay: boolean;
  /** What could not be searched, as a person reads it. */
  failed: string | null;
}

/** Records whose names match what is typed, a moment after the last key. */
export function useRecords(typed: string): Records {
  const t = useTexts();
  const navigate = useNavigate();
  const { pages } = useBootstrap();
  const text = typed.trim();
  const [search] = useDebouncedValue(text, TYPING_MS);
  const isAsked = text.length >= FROM;
  const { data, error, isFetching } = useQuery({
    queryKey: ['records', search],
    queryFn: ({ signal }) => call<FoundRecords>(RECORDS, { query: { search }, signal }),
    enabled: isAsked && search.length >= FROM,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  if (!isAsked) return { groups: [], isUnderWay: false, failed: null };
  const open = new Map(pages.filter((page) => page.access.open).map((page) => [page.id, page.path]));
  const groups = (data?.groups ?? []).map(({ id, title, icon, data: found }) => ({
    title,
    entries: found.flatMap((record): PaletteEntry[] => {
      const path = open.get(record.page);
      if (path === undefined) return [];
      const to = fillPath({ path }, { ...record.params }) + queryString({ ...record.query });
      return [{ id: `record ${id} ${record.id}`, title: record.title, note: record.note, icon, run: () => void navigate(to) }];
    }),
  }));
  const kinds = data?.failed ?? [];
  const failed = error
    ? problemOf(error).detail || t('ui.error')
    : kinds.length > 0
      ? t('ui.palette.failed', { kinds: kinds.join(', ') })
      : null;
  return { groups, isUnderWay: isFetching || search !== text, failed };
}
