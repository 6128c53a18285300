import '../mantine-later-styles.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { refreshData, refreshDescriptions } from '../api/queries.ts';
import { session } from '../session.ts';
import { useBootstrap } from './bootstrap.tsx';
import { notifyProblem } from './notify.ts';
import { useTexts } from '../text/texts.ts';

const remember = (locale: string): void => {
  session.locale = locale;
};

/** The languages that there are; open from the start, for its code is fetched when somebody asks for it. */
export default function LanguageMenu(): ReactNode {
  const t = useTexts();
  const { locales, locale } = useBootstrap();
  const speak = async (id: string): Promise<void> => {
    remember(id);
    await refreshDescriptions().catch(notifyProblem);
    void refreshData();
  };
  return (
    <Menu position="bottom-end" width={160} defaultOpened>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ui.language')}>
          <IconLanguage size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {locales.map((option) => (
          <Menu.Item
            key={option.id}
            lang={option.id}
            fw={option.id === locale ? 600 : 400}
            aria-current={option.id === locale || undefined}
            onClick={() => void speak(option.id)}
          >
            {option.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
