import { Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { switchMenu } from './menu-switch.ts';
import { firstOffer } from './palette-store.ts';
import { Overlay } from './overlay.tsx';
import { hearShow, showPalette, showShortcuts } from './show.ts';
import styles from './layout.module.css';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from './lazy-part.ts';

const Palette = lazyPart(() => import('./palette.tsx'));

const focusSearch = (): void => document.querySelector<HTMLElement>('[data-search]')?.focus();

/** Keys that work everywhere outside of inputs, and what they open. */
export function Shortcuts(): ReactNode {
  const t = useTexts();
  const [palette, setPalette] = useState(0);
  const [list, setList] = useState(false);
  useEffect(() => hearShow((shown) => (shown === 'palette' ? setPalette((old) => old + 1) : setList(true))), []);
  // With no tags to ignore: the palette opens from inside an input too.
  useHotkeys([['mod+K', showPalette]], []);
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', showShortcuts],
    ['?', showShortcuts],
    ['n', () => firstOffer()?.run()],
    ['m', switchMenu],
  ]);
  const keys: [string, string][] = [
    ['Ctrl K', t('ui.shortcut.palette')],
    ['/', t('ui.shortcut.search')],
    ['N', t('ui.shortcut.new')],
    ['M', t('ui.shortcut.menu')],
    ['?', t('ui.shortcuts')],
  ];
  return (
    <>
      {palette > 0 && <Palette asked={palette} />}
      <Overlay as="modal" opened={list} title={t('ui.shortcuts')} size="sm" onClose={() => setList(false)}>
        <dl className={styles.keys}>
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>{what}</dt>
              <dd dir="ltr">
                <Kbd>{key}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
      </Overlay>
    </>
  );
}
