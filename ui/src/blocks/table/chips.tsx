import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireFilter } from '../../../../core/contract/wire.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { choicesQuery } from '../../data/choices.ts';
import { useTexts } from '../../text/texts.ts';
import type { TableState } from './address.ts';
import { askingOf, type Choices } from './choices.ts';
import styles from './table.module.css';

interface Props {
  filters: readonly WireFilter[];
  chosen: TableState['filters'];
  /** Takes the filters that change; an empty value takes one away. */
  onChoose: (filters: TableState['filters']) => void;
  /** Takes everything away that narrows the list. */
  onClear: () => void;
}

/** What the list is narrowed to, each of which can be taken away. Days stand above them and are chosen there. */
export function FilterChips({ filters, chosen, onChoose, onClear }: Props): ReactNode {
  const t = useTexts();
  const shown = filters.filter((filter) => !('as' in filter) && chosen[filter.name]);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('ui.filter.active')}>
      {shown.map((filter) => (
        <li key={filter.name}>
          {'source' in filter ? (
            <ChoiceChip filter={filter} value={chosen[filter.name]!} onRemove={() => onChoose({ [filter.name]: '' })} />
          ) : (
            <Chip title={filter.title} value={titleIn(filter, chosen[filter.name]!)} onRemove={() => onChoose({ [filter.name]: '' })} />
          )}
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={onClear}>
          {t('ui.filter.clear')}
        </button>
      </li>
    </ul>
  );
}

const titleIn = (filter: WireFilter, value: string): string =>
  'options' in filter ? (filter.options.find((option) => option.value === value)?.title ?? value) : value;

/** Asks the server what the value is called. */
function ChoiceChip({ filter, value, onRemove }: { filter: Choices; value: string; onRemove: () => void }): ReactNode {
  const { data, isError } = useQuery(choicesQuery(askingOf(filter, useBindings()), { value }));
  const label = data?.options[0]?.label;
  return <Chip title={filter.title} value={label ?? (data || isError ? value : '…')} onRemove={onRemove} />;
}

function Chip({ title, value, onRemove }: { title: string; value: string; onRemove: () => void }): ReactNode {
  const t = useTexts();
  return (
    <button type="button" className={styles.chip} onClick={onRemove} aria-label={t('ui.filter.remove', { title: `${title}: ${value}` })}>
      {title}: <b>{value}</b>
      <IconX size={12} aria-hidden />
    </button>
  );
}
