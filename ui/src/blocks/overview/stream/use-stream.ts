import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireStream } from '../../../../../core/contract/wire.ts';
import { call } from '../../../api/call.ts';
import { useBindings } from '../../../data/binding-context.tsx';
import { asked, useSource } from '../../../data/use-source.ts';
import { withHead, withOlder, type KnownRows, type StreamAnswer } from './known-rows.ts';

interface Read {
  /** Which list: that of other filters is another one. */
  place: string;
  head: StreamAnswer;
  known: KnownRows;
}

/** The rows of a stream: its head, which news reads again, and what was asked for further down. */
export function useStream(block: WireStream, filters: Record<string, string>) {
  const context = useBindings();
  const { data: head, error, refetch, key, isPlaceholderData } = useSource<StreamAnswer>(block.source, { extra: filters });
  const place = JSON.stringify(key);
  const [read, setRead] = useState<Read | null>(null);
  if (head && !isPlaceholderData && (read?.place !== place || read.head !== head))
    setRead({ place, head, known: withHead(read?.place === place ? read.known : null, head, block.key) });

  const further = useMutation({
    mutationFn: ({ cursor }: { cursor: string; place: string }) =>
      call<StreamAnswer>(block.source.call, asked(block.source, context, { ...filters, cursor })),
    onSuccess: (answer, { place: asking }) =>
      setRead((now) => (now?.place === asking ? { ...now, known: withOlder(now.known, answer, block.key) } : now)),
  });
  const next = read?.known.next ?? null;
  return {
    place,
    known: read?.known,
    /** The newest answer of the head, with what it says beside the rows. */
    head: read?.head,
    isOld: read !== null && read.place !== place,
    error,
    retry: () => void refetch(),
    more: next === null ? null : () => further.mutate({ cursor: next, place }),
    isReadingMore: further.isPending,
    moreError: further.error,
  };
}
