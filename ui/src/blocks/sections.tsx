import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import type { WireSections } from '../../../core/contract/wire.ts';
import { fieldOf, holds, type Row } from '../data/bindings.ts';
import { useAddress } from '../data/use-address.ts';
import { useSource } from '../data/use-source.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Nested } from './nested.tsx';
import { Panel } from './panel.tsx';
import styles from './sections.module.css';

const NAME = 'section';

/** Settings by subject: one line each, of which one at a time is open. */
export default function SectionsView({ block, at }: { block: WireSections; at: string }): ReactNode {
  const [query, setQuery] = useAddress();
  const { data, error, refetch } = useSource<Row>(block.source);
  if (error && !data)
    return (
      <Panel title={block.title}>
        <ErrorPanel error={error} retry={() => void refetch()} />
      </Panel>
    );
  const sections = block.sections.filter((section) => section.blocks.length > 0 && (!data || holds(section.when, data)));
  if (sections.length === 0) return null;
  const open = query.get(NAME);
  const turn = (id: string): void =>
    setQuery(
      (next) => {
        if (id === open) next.delete(NAME);
        else next.set(NAME, id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Panel title={block.title} flush>
      <ul className={styles.sections}>
        {sections.map((section) => (
          <SectionRow
            key={section.id}
            section={section}
            answer={data}
            isOpen={section.id === open}
            onTurn={() => turn(section.id)}
            at={`${at}.${section.id}`}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface SectionRowProps {
  section: WireSections['sections'][number];
  answer: Row | undefined;
  isOpen: boolean;
  onTurn: () => void;
  at: string;
}

function SectionRow({ section, answer, isOpen, onTurn, at }: SectionRowProps): ReactNode {
  const content = useId();
  return (
    <li className={styles.section}>
      <h2 className={styles.heading}>
        <UnstyledButton className={styles.line ?? ''} aria-expanded={isOpen} aria-controls={content} onClick={onTurn}>
          <span className={styles.title}>{section.title}</span>
          <span className={styles.summary}>
            {answer ? <bdi>{String(fieldOf(answer, section.summary) ?? '')}</bdi> : <Skeleton height={14} width={180} my={4} />}
          </span>
          <IconChevronDown size={16} className={styles.turn} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={content} className={styles.content} hidden={!isOpen}>
        {isOpen && <Nested blocks={section.blocks} at={at} />}
      </div>
    </li>
  );
}
