import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireStream } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { useBindings } from '../data/binding-context.tsx';
import { asked, useSource } from '../data/use-source.ts';

interface StreamAnswer {
  data: Row[];
  next: string | null;
}

/** The rows of a stream: its head, which news read again, and what was fetched further down. */
export function useStream(block: WireStream, filters: Record<string, string>) {
  const context = useBindings();
  const { data: head, error, refetch, key } = useSource<StreamAnswer>(block.source, { extra: filters });
  const place = JSON.stringify(key);
  const [older, setOlder] = useState<{ place: string; rows: Row[]; next: string | null } | null>(null);
  const tail = older?.place === place ? older : null;
  const next = tail ? tail.next : (head?.next ?? null);
  const fetching = useMutation({
    mutationFn: (cursor: string) => call<StreamAnswer>(block.source.call, asked(block.source, context, { ...filters, cursor })),
    onSuccess: ({ data, next: further }) => setOlder({ place, rows: [...(tail?.rows ?? head?.data ?? []), ...data], next: further }),
  });
  const seen = new Set<unknown>();
  const rows =
    head &&
    [...head.data, ...(tail?.rows ?? [])].filter((row) => {
      const id = fieldOf(row, block.key);
      return !seen.has(id) && seen.add(id);
    });
  return {
    rows,
    error: error ?? fetching.error,
    retry: () => void refetch(),
    more: next === null ? null : () => fetching.mutate(next),
    loading: fetching.isPending,
  };
}
