import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { WirePage, WireSource } from '../../../core/contract/wire.ts';
import { pageQuery } from '../api/queries.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { MainTableContext, firstTable } from '../blocks/main-table.ts';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import { AddressFault } from '../data/address-fault.ts';
import { BindingProvider } from '../data/binding-context.tsx';
import type { Row } from '../data/bindings.ts';
import { useWaiting } from '../data/settling.ts';
import { PageContext } from '../data/page-context.ts';
import { useAddress } from '../data/use-address.ts';
import { NamesNothing, useSource } from '../data/use-source.ts';
import { useBootstrap, useEdition } from './bootstrap.tsx';
import { PeriodFault, PeriodPicker } from './inside-parts.tsx';
import { MissingPage } from './missing-page.tsx';
import { PageVariants } from './page-variants.tsx';
import styles from './shell.module.css';
import { lazyPart } from './lazy-part.ts';

const TourButton = lazyPart(() => import('./tour-button.tsx'));
const HelpButton = lazyPart(() => import('./help-button.tsx'));
const PageAbove = lazyPart(
  () => import('./page-above.tsx'),
  () => <div style={{ height: 28 }} />,
);
const PageHead = lazyPart(
  () => import('./page-head.tsx'),
  () => <Skeleton height={60} mb={18} radius={8} />,
);

/** One page: its heading and the blocks that the server described. */
export function Page({ page, params }: { page: WirePage; params: Record<string, string | undefined> }): ReactNode {
  const { brand } = useBootstrap();
  const { data, error, refetch } = useQuery(pageQuery(page.id, useEdition()));
  useWaiting(!data && !error);
  const main = useMemo(() => (data ? firstTable(data.blocks) : null), [data]);
  const context = useMemo(() => ({ id: page.id, layout: data?.layout }), [page.id, data?.layout]);
  const title = data?.title ?? page.title;
  useEffect(() => {
    document.title = [title, brand.name].filter(Boolean).join(' · ');
  }, [title, brand.name]);
  const [there, setThere] = useState(true);
  const namesNothing = useCallback(() => setThere(false), []);
  if (!there) return <MissingPage inside />;
  const tools = data && (
    <>
      {data.variants.length > 0 && <PageVariants variants={data.variants} current={page.id} />}
      {data.help.length > 0 && <HelpButton title={title} entries={data.help} />}
      {data.tour.length > 0 && <TourButton page={page.id} stops={data.tour} />}
    </>
  );
  const period = data?.period && <PeriodPicker period={data.period} />;
  return (
    <BindingProvider path={params} period={data?.period?.name ?? null}>
      {page.above && <PageAbove link={page.above} />}
      {data?.head ? (
        <NamesNothing value={namesNothing}>
          <PageHead head={data.head} title={title} tools={tools} period={period} />
        </NamesNothing>
      ) : (
        <div className={styles.pageHead}>
          <Title order={1}>{title}</Title>
          {tools}
          {period}
        </div>
      )}
      {error && !data ? (
        <ErrorPanel error={error} retry={() => void refetch()} />
      ) : data ? (
        <NamesNothing value={namesNothing}>
          <MainTableContext value={main}>
            <PageContext value={context}>
              <Addressed period={Boolean(data.period)} table={main?.filters !== undefined}>
                <Subject source={data.head?.source}>
                  <Blocks blocks={data.blocks} at="" />
                </Subject>
              </Addressed>
            </PageContext>
          </MainTableContext>
        </NamesNothing>
      ) : (
        <Skeleton height={page.layout === 'app' ? 320 : 180} radius={12} />
      )}
    </BindingProvider>
  );
}

/**
 * Says once what is wrong with the address of a page whose blocks all read it: of days, in place of the blocks; of a list's filters, where these
 * stand (`table`).
 */
function Addressed({ period, table, children }: { period: boolean; table: boolean; children: ReactNode }): ReactNode {
  const [query] = useAddress();
  const asked = query.toString();
  const [found, setFound] = useState<{ asked: string; message: string } | null>(null);
  const tell = useCallback((message: string) => setFound({ asked, message }), [asked]);
  const hasPeriod = period && query.has('period');
  const fault = hasPeriod && found?.asked === asked ? found.message : null;
  if (fault === null) return <AddressFault value={hasPeriod || table ? tell : null}>{children}</AddressFault>;
  return <PeriodFault message={fault} />;
}

/** What a page about one thing knows of it is the row of its blocks, which wait for it. */
function Subject({ source, children }: { source: WireSource | undefined; children: ReactNode }): ReactNode {
  return source ? <OfRow source={source}>{children}</OfRow> : children;
}

function OfRow({ source, children }: { source: WireSource; children: ReactNode }): ReactNode {
  const { data, error } = useSource<Row>(source);
  if (!data) return error ? null : <Skeleton height={320} radius={12} />;
  return <BindingProvider row={data}>{children}</BindingProvider>;
}
