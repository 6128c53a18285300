import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { useActor, useBootstrap } from './bootstrap.tsx';
import { Dialogs } from './dialogs.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AppLayout, Shortcuts } from './inside-parts.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { MessagePage } from './message-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { notify } from './notify.ts';
import { Page } from './page.tsx';
import { placeOf } from './routes.ts';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from './lazy-part.ts';

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'));

/** Everything below the router. What stands over the page outlives it: an open menu's place is looked up once, when its button comes. */
export function Root(): ReactNode {
  const t = useTexts();
  const isInside = useActor() !== null;
  return (
    <>
      <Place />
      {/* Menus open in a landmark of their own, not loose in the body. */}
      <div id="floating" role="region" aria-label={t('ui.menu.open')} />
      <Dialogs />
      <LeaveGuard />
      {isInside && <Shortcuts />}
      <ScrollRestoration />
    </>
  );
}

/** The page that the address names, in its layout. */
function Place(): ReactNode {
  const bootstrap = useBootstrap();
  const { pathname } = useLocation();
  const t = useTexts();
  const navigate = useNavigate();
  const place = placeOf(bootstrap, pathname);
  if (place.kind === 'go') return <Sent to={place.to} why={bootstrap.actor ? place.why : ''} />;
  if (place.kind === 'missing' || place.kind === 'off') {
    const inside = bootstrap.actor !== null;
    const message =
      place.kind === 'missing' ? (
        <MissingPage inside={inside} />
      ) : (
        <MessagePage {...place.off} button={t('ui.missing.button')} onClick={() => void navigate('/')} inside={inside} />
      );
    // Whoever is signed in keeps the menu.
    return inside ? <AppLayout>{message}</AppLayout> : message;
  }

  const content =
    place.kind === 'ask' ? (
      <AskDialog key={place.ask} page={place.ask} />
    ) : (
      <Page key={`${place.page.id}:${pathname}`} page={place.page} params={place.params} />
    );
  return place.page.layout === 'app' ? (
    <AppLayout>{content}</AppLayout>
  ) : (
    <AuthLayout bare={place.page.layout === 'bare'}>{content}</AuthLayout>
  );
}

/** A page that is not open sends on and says why. */
function Sent({ to, why }: { to: string; why: string }): ReactNode {
  const said = useRef(false);
  useEffect(() => {
    if (why && !said.current) notify('info', why);
    said.current = true;
  }, [why]);
  return <Navigate to={to} replace />;
}
