import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useBootstrap } from './bootstrap.tsx';
import { lazyPart } from './lazy-part.ts';
import { useTexts } from '../text/texts.ts';

const LanguageMenu = lazyPart(
  () => import('./language-menu.tsx'),
  () => <LanguageButton />,
);

/** Theme and language of this browser. */
export function Preferences(): ReactNode {
  const t = useTexts();
  const { locales } = useBootstrap();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const [asked, setAsked] = useState(false);
  const [fetch, ask] = [(): void => void LanguageMenu.preload(), (): void => setAsked(true)];
  return (
    <>
      {locales.length > 1 && (asked ? <LanguageMenu /> : <LanguageButton onNear={fetch} onClick={ask} />)}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(dark ? 'ui.theme.light' : 'ui.theme.dark')}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? <IconSun size={19} stroke={1.7} aria-hidden /> : <IconMoon size={19} stroke={1.7} aria-hidden />}
      </ActionIcon>
    </>
  );
}

/** Stands for the menu until it is asked for. */
function LanguageButton({ onNear, onClick }: { onNear?: () => void; onClick?: () => void }): ReactNode {
  const t = useTexts();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('ui.language')}
      aria-haspopup="menu"
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onClick}
    >
      <IconLanguage size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
