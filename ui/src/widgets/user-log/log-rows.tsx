import { Table, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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

interface Props {
  rows: LogLine[];
  titles: Record<string, string>;
}

/** The rows; on narrow screens each is a card, which leaves out what is not known. */
export function LogRows(props: Props): ReactNode {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  return narrow ? <Cards {...props} /> : <Grid {...props} />;
}

function Cards({ rows, titles }: Props): ReactNode {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.cardHead}>
            <bdi className={styles.what}>{row.action_name}</bdi>
            <span className={styles.when}>
              <Written row={row} field="create_date" />
            </span>
          </div>
          {row.description && row.description !== row.action_name && <Description text={row.description} />}
          <dl>
            {CARD_FIELDS.filter((field) => row[field]).map((field) => (
              <div key={field}>
                <dt>{titles[field]}</dt>
                <dd>
                  <Written row={row} field={field} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Grid({ rows, titles }: Props): ReactNode {
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
                  <Written row={row} field={field} />
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
const CARD_FIELDS = ['name', 'type_user', 'company_name', 'location', 'user_ip'] as const;

function Written({ row, field }: { row: LogLine; field: (typeof FIELDS)[number] }): ReactNode {
  const { locale } = useBootstrap();
  if (field === 'description') return <Description text={row.description} />;
  if (field === 'create_date') return <span className={styles.nowrap}>{formatTime(row.create_date, locale)}</span>;
  return <bdi>{row[field] || NOTHING}</bdi>;
}

/** A long description is cut, shown in full on pointing at it, and opened by a click or a key. */
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
