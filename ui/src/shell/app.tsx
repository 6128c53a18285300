import {
  DirectionProvider,
  MantineProvider,
  localStorageColorSchemeManager,
  useDirection,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import type { Brand } from '../../../core/contract/wire.ts';
import { bootstrapQuery, queryClient } from '../api/queries.ts';
import { session } from '../session.ts';
import { takeTexts } from '../text/texts.ts';
import { BootstrapProvider } from './bootstrap.tsx';
import { Crash, CrashBoundary } from './crash.tsx';
import { faviconOf } from './favicon.ts';
import { Rules } from './inside-parts.tsx';
import { Loading } from './loading.tsx';
import { areNoticesWanted, hearNotices } from './notify.ts';
import { Root } from './root.tsx';
import { themeOf, variablesOf } from './theme.ts';
import { useNews } from './use-news.ts';
import { lazyPart } from './lazy-part.ts';

const Notices = lazyPart(() => import('./notices.tsx'));

const PLAIN: Brand = {
  name: '',
  logo: null,
  colors: { primary: '#4f46e5', sidebar: null, text: null, box: null, background: null },
  font: '',
};

/** Mantine's scheme, kept under this product's own names. */
const schemeManager: MantineColorSchemeManager = {
  ...localStorageColorSchemeManager(),
  get: (fallback) => session.scheme ?? fallback,
  set: (value: MantineColorScheme) => {
    session.scheme = value === 'auto' ? null : value;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => {
    session.scheme = null;
  },
};

/** One catch-all: which pages there are is the server's word. */
const router = createBrowserRouter([{ path: '*', element: <Root />, errorElement: <Crash /> }]);

export function App({ nonce }: { nonce: string }): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <Branded nonce={nonce} />
    </QueryClientProvider>
  );
}

function Branded({ nonce }: { nonce: string }): ReactNode {
  const { data: bootstrap, dataUpdatedAt, error } = useQuery(bootstrapQuery);
  const hasNotices = useSyncExternalStore(hearNotices, areNoticesWanted);
  const brand = bootstrap?.brand ?? PLAIN;
  const [theme, resolver] = useMemo(() => [themeOf(brand), variablesOf(brand)] as const, [brand]);
  const direction = bootstrap?.direction ?? 'ltr';
  useNews(bootstrap);
  useLayoutEffect(() => takeTexts(bootstrap?.messages ?? {}, bootstrap?.locale), [bootstrap?.messages, bootstrap?.locale]);
  useEffect(() => {
    document.documentElement.lang = bootstrap?.locale ?? 'en';
  }, [bootstrap?.locale]);
  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', faviconOf(brand));
  }, [brand]);
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        deduplicateCssVariables={false}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Turn direction={direction} />
        <CrashBoundary>
          {(bootstrap?.actor || hasNotices) && <Notices />}
          {bootstrap ? (
            <BootstrapProvider value={bootstrap} edition={dataUpdatedAt}>
              <RouterProvider router={router} />
              {bootstrap.actor && <Rules />}
            </BootstrapProvider>
          ) : error ? (
            <Crash error={error} />
          ) : (
            <Loading />
          )}
        </CrashBoundary>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Turns the layout when the language's direction changes, without starting the application again. */
function Turn({ direction }: { direction: 'ltr' | 'rtl' }): null {
  const { setDirection } = useDirection();
  useEffect(() => {
    setDirection(direction);
    document.documentElement.dir = direction;
  }, [direction, setDirection]);
  return null;
}
