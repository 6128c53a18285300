import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../api/call.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import styles from './embedded.module.css';

interface Frame {
  place: 'head' | 'body' | 'footer' | null;
  src: string | null;
}

/**
 * What an agency shows its clients of its own: a closed frame without this product's origin, so that nothing in it reaches the token or
 * the page. The server says for which screens there is one.
 */
export default function Embedded(): ReactNode {
  const t = useTexts();
  const { brand } = useBootstrap();
  const { pathname } = useLocation();
  const [frame, setFrame] = useState<Frame | null>(null);
  useEffect(() => {
    const left = new AbortController();
    setFrame(null);
    call<Frame>({ method: 'GET', path: '/api/embedded-code' }, { query: { path: pathname }, signal: left.signal }).then(
      (answer) => setFrame(answer),
      () => undefined, // a screen without it is a whole screen
    );
    return () => left.abort();
  }, [pathname]);
  if (!frame?.src || !frame.place) return null;
  const unseen = frame.place === 'head';
  return (
    <iframe
      key={frame.src}
      className={styles[frame.place]}
      src={frame.src}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('ui.embedded', { name: brand.name })}
      {...(unseen ? { 'aria-hidden': true, tabIndex: -1 } : {})}
    />
  );
}
