import { Button, Checkbox, Popover, SegmentedControl } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { useTexts } from '../../text/texts.ts';
import { nameColumn } from './shared.ts';
import type { Layout } from './use-layout.ts';
import styles from './table.module.css';

/** Which columns are shown, and how close the rows stand. */
export function ColumnMenu({ table, layout }: { table: WireTable; layout: Layout }): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const first = nameColumn(table);
  const shown = new Set(layout.columns.map(({ field }) => field));
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns size={16} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('ui.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.columns')}>
        <div className={styles.columnMenu}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('ui.density')}
            value={layout.compact ? 'compact' : 'wide'}
            onChange={(value) => layout.setCompact(value === 'compact')}
            data={[
              { value: 'wide', label: t('ui.density.wide') },
              { value: 'compact', label: t('ui.density.compact') },
            ]}
          />
          {table.columns.map((column) => (
            <Checkbox
              key={column.field}
              size="xs"
              label={column.title}
              checked={shown.has(column.field)}
              // Whoever takes the name away no longer knows which row is which.
              disabled={column === first}
              onChange={() => layout.toggle(column.field)}
            />
          ))}
          {!layout.isUsual && (
            <Button variant="subtle" size="compact-sm" onClick={layout.reset}>
              {t('ui.columns.reset')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
