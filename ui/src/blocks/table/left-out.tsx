import { Button, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import type { WireTable } from '../../../../core/contract/wire.ts';
import { useAddress } from '../../data/use-address.ts';
import { useTexts } from '../../text/texts.ts';
import { unknownIn, withoutUnknown } from './address.ts';
import styles from './table.module.css';

/** Says what the address asks for that this list does not have, such as a column of an older version: the list shows the rest. */
export function LeftOut({ table, prefix }: { table: WireTable; prefix: string }): ReactNode {
  const t = useTexts();
  const [query, setQuery] = useAddress();
  const unknown = useMemo(() => unknownIn(query, prefix, table), [query, prefix, table]);
  if (!unknown) return null;
  const said = [
    ...unknown.filters.map(({ title, value }) => `${title}: ${value}`),
    ...(unknown.sort ? [t('ui.left-out.sort', { field: unknown.sort })] : []),
    ...unknown.columns.map((field) => t('ui.left-out.column', { field })),
  ];
  return (
    <div className={styles.leftOut} role="status">
      <IconInfoCircle size={18} stroke={1.8} aria-hidden />
      <Text size="sm">
        {t('ui.left-out')} <bdi>{said.join(' · ')}</bdi>
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setQuery((now) => withoutUnknown(now, prefix, table), { replace: true, preventScrollReset: true })}
      >
        {t('ui.left-out.forget')}
      </Button>
    </div>
  );
}
