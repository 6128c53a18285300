import '../../mantine-later-styles.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { EmptyState } from '../../blocks/empty.tsx';
import { Pager } from '../../blocks/table/pager.tsx';
import { useBindings } from '../../data/binding-context.tsx';
import { asked, useSource } from '../../data/use-source.ts';
import { useTexts } from '../../text/texts.ts';
import type { ViewProps } from '../registry.ts';
import { LogDownload } from './log-download.tsx';
import { LogFilters } from './log-filters.tsx';
import { chosen, EVERYTHING, valuesOf } from './log-query.ts';
import { type LogLine, LogRows } from './log-rows.tsx';
import styles from './user-log.module.css';

interface Page {
  data: LogLine[];
  current_page: number;
  per_page: number;
  total: number;
  last_page: number;
}

/** What the people of a company did: rows, a filter drawer, and the same as a file. */
export default function UserLog({ block }: ViewProps): ReactNode {
  const t = useTexts();
  const context = useBindings();
  const [query, setQuery] = useState(EVERYTHING);
  const [at, setAt] = useState({ page: 1, per: 10 });
  const [filtering, setFiltering] = useState(false);
  const source = block.source!;
  const { data, error } = useSource<Page>(source, { extra: { Page: at.page, PerPage: at.per, ...valuesOf(query) } });
  const companyId = Number(asked(source, context).query['companyID']);
  const titles = Object.fromEntries(block.instead.as === 'table' ? block.instead.columns.map((c) => [c.field, c.title]) : []);
  const count = chosen(query);
  return (
    <section className={styles.log} aria-label={t('ui.user-log.filter.title')}>
      <div className={styles.tools}>
        <span className={styles.total}>{data && t('ui.user-log.total', { count: data.total })}</span>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          size="sm"
          leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
          onClick={() => setFiltering(true)}
        >
          {count > 0 ? `${t('ui.user-log.filter')} (${count})` : t('ui.user-log.filter')}
        </Button>
        <LogDownload companyId={companyId} query={query} total={data?.total ?? 0} />
      </div>
      {!data && !error ? (
        <Skeleton height={220} />
      ) : !data || data.total === 0 ? (
        // A log that cannot be read is told as an empty one.
        <EmptyState empty={{ title: t('ui.user-log.empty') }} search={count > 0} />
      ) : (
        <>
          <LogRows rows={data.data} titles={titles} />
          <Pager
            page={data.current_page}
            per={data.per_page}
            total={data.total}
            last={data.last_page}
            onPage={(page) => setAt((old) => ({ ...old, page }))}
            onPer={(per) => setAt({ page: 1, per })}
          />
        </>
      )}
      {filtering && (
        <LogFilters
          companyId={companyId}
          query={query}
          onClose={() => setFiltering(false)}
          onShow={(next) => {
            setQuery(next);
            setAt((old) => ({ ...old, page: 1 }));
            setFiltering(false);
          }}
        />
      )}
    </section>
  );
}
