import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Brand } from '../../../../core/contract/wire.ts';
import { Panel } from '../../blocks/panel.tsx';
import { useDraft } from '../../data/drafts.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { BrandMark } from '../../shell/brand-mark.tsx';
import { schemeVariables, themeOf } from '../../shell/theme.ts';
import { useTexts } from '../../text/texts.ts';
import styles from './brand-preview.module.css';

const THEME_FORM = 'white-label.theme-form';

/** A small screen in the colours that stand in the form above, as they will look once saved. */
export default function BrandPreview(): ReactNode {
  const t = useTexts();
  const { brand, menu } = useBootstrap();
  const scheme = useComputedColorScheme('light');
  const draft = useDraft(THEME_FORM);
  const text = (field: string, saved: string | null): string | null => (draft ? ((draft[field] as string | undefined) ?? null) : saved);
  const shown: Brand = {
    ...brand,
    colors: {
      primary: text('linkcolor', null) ?? brand.colors.primary,
      sidebar: text('sidebarcolor', brand.colors.sidebar),
      text: text('textcolor', brand.colors.text),
      box: text('boxcolor', brand.colors.box),
      background: text('templatecolor', brand.colors.background),
    },
    font: text('fonttheme', brand.font) ?? 'system',
  };
  const variables = {
    ...schemeVariables(shown, scheme),
    '--mantine-primary-color-filled': 'var(--mantine-color-brand-filled)',
    fontFamily: themeOf(shown).fontFamily,
  };
  return (
    <Panel title={t('ui.preview')}>
      <div className={styles.screen} style={variables} aria-hidden data-testid="brand-preview">
        <div className={styles.sidebar}>
          <BrandMark brand={shown} size={24} />
          {menu.slice(0, 3).map((entry, at) => (
            <span key={entry.id} className={styles.entry} data-active={at === 0 || undefined}>
              {entry.title}
            </span>
          ))}
        </div>
        <div className={styles.page}>
          <div className={styles.box}>
            <strong>{t('ui.preview.heading')}</strong>
            <p className={styles.text}>{t('ui.preview.text')}</p>
            <span className={styles.link}>{t('ui.preview.link')}</span>
            <span className={styles.button}>{t('ui.preview.button')}</span>
          </div>
        </div>
      </div>
    </Panel>
  );
}
