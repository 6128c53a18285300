import { Component, useMemo, type ReactNode } from 'react';
import type { WireView } from '../../../core/contract/wire.ts';
import { viewOf } from '../widgets/registry.ts';
import '../widgets/screens.ts';
import { Nested } from './nested.tsx';
import { lazyPart } from '../shell/lazy-part.ts';

/** A special screen; an unknown name, a missing file or a crash shows the plain block instead. */
export default function ViewView({ block, at }: { block: WireView; at: string }): ReactNode {
  const loader = viewOf(block.view);
  const Special = useMemo(() => (loader ? lazyPart(loader) : null), [loader]);
  const instead = <Nested blocks={[block.instead]} at={at} />;
  if (!Special) return instead;
  return (
    <Fallback instead={instead}>
      <Special block={block} />
    </Fallback>
  );
}

class Fallback extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
