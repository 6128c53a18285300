import { Table, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatTime, NOTHING } from '../../data/format.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { useTexts } from '../../text/texts.ts';
import styles from './user-log.module.css';

export interface LogLine {
  id: string;
  name: string;
  type_user: string;
  location: string;
  user_ip: string;
  action_name: string;
  description: string;
  company_name: string;
  create_date: string;
}
/** Characters of a description that stand in the row. */
const SHOWN = 30;

/** The rows; a long description is cut, shown in full on pointing at it, and opened by a click or a key. */
export function LogRows({ rows, titles }: { rows: LogLine[]; titles: Record<string, string> }): ReactNode {
  const { locale } = useBootstrap();
  return (
    <div className={styles.scroll}>
      <Table className={styles.table ?? ''} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {FIELDS.map((field) => (
              <Table.Th key={field}>{titles[field]}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {FIELDS.map((field) => (
                <Table.Td key={field}>
                  {field === 'description' ? (
                    <Description text={row.description} />
                  ) : field === 'create_date' ? (
                    <span className={styles.nowrap}>{formatTime(row.create_date, locale)}</span>
                  ) : (
                    <bdi>{row[field] || NOTHING}</bdi>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
const FIELDS = ['name', 'type_user', 'location', 'user_ip', 'action_name', 'description', 'company_name', 'create_date'] as const;

function Description({ text }: { text: string }): ReactNode {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const letters = Array.from(text);
  if (letters.length <= SHOWN) return <bdi>{text || NOTHING}</bdi>;
  return (
    <Tooltip label={text} multiline maw={360} disabled={open} zIndex={500} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton className={styles.description ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
        <bdi>{open ? text : `${letters.slice(0, SHOWN).join('')}…`}</bdi>
        <VisuallyHidden>{t(open ? 'ui.user-log.less' : 'ui.user-log.more')}</VisuallyHidden>
      </UnstyledButton>
    </Tooltip>
  );
}
