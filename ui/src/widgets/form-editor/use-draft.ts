import { useEffect, useRef, useState } from 'react';
import type { EditedForm } from '../../../../core/contract/wire.ts';
import { markDirty } from '../../data/dirty.ts';
import { type Changes, isSame } from './changes.ts';

export interface Draft {
  changes: Changes;
  /** The revision that the changes began with. */
  revision: number;
  /** Whether they differ from what is stored. */
  isDirty: boolean;
  change(next: Changes): void;
  /** Goes back to what is stored; also once that is what was in hand. */
  forget(): void;
}

/** The changes in hand. What others store is taken over as long as nothing was changed here. */
export function useDraft({ ops, extra, revision }: EditedForm): Draft {
  const stored: Changes = { ops, extra };
  const [own, setOwn] = useState<{ changes: Changes; revision: number } | null>(null);
  const token = useRef({});
  const isDirty = own !== null && !isSame(own.changes, stored);
  useEffect(() => {
    const mine = token.current;
    markDirty(mine, isDirty);
    return () => markDirty(mine, false);
  }, [isDirty]);
  return {
    changes: own?.changes ?? stored,
    revision: own?.revision ?? revision,
    isDirty,
    change: (changes) => setOwn({ changes, revision: own?.revision ?? revision }),
    forget: () => setOwn(null),
  };
}
