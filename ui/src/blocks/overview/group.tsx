import type { ReactNode } from 'react';
import type { WireGroup } from '../../../../core/contract/wire.ts';
import { holds, type Row } from '../../data/bindings.ts';
import { useSource } from '../../data/use-source.ts';
import { Nested } from '../nested.tsx';

/**
 * Blocks that are left out where the source's answer says so. Until it is there they load with the rest of the page, because they are shown to most
 * people; where it fails they say for themselves what is wrong.
 */
export function GroupView({ block, at }: { block: WireGroup; at: string }): ReactNode {
  const { data } = useSource<Row>(block.source);
  return data && !holds(block.when, data) ? null : <Nested blocks={block.blocks} at={at} />;
}
