import '../../mantine-later-styles.ts';
import { Anchor, SegmentedControl } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Panel } from '../../blocks/panel.tsx';
import { useSource } from '../../data/use-source.ts';
import { useTexts } from '../../text/texts.ts';
import type { ViewProps } from '../registry.ts';
import styles from './catalogue-frame.module.css';

interface Shown {
  path: string;
  states: { id: string; title: string }[];
}
const WIDTHS = ['wide', 'phone'] as const;
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'ar'] as const;

/** One entry of the catalogue in a frame of its own, so that what asks for the width of the screen gets that of the frame. */
export default function CatalogueFrame({ block }: ViewProps): ReactNode {
  const t = useTexts();
  const { data } = useSource<Shown>(block.source);
  const [state, setState] = useState('');
  const [width, setWidth] = useState<string>('wide');
  const [scheme, setScheme] = useState<string>('light');
  const [language, setLanguage] = useState<string>('en');
  if (!data) return null;
  const seen = data.states.find(({ id }) => id === state) ?? data.states[0];
  const address = `${data.path}?state=${seen?.id ?? ''}`;
  const choose = (name: string, value: string, of: readonly string[], change: (value: string) => void): ReactNode => (
    <SegmentedControl
      size="xs"
      aria-label={t(`catalogue.ui.${name}`)}
      value={value}
      onChange={change}
      data={of.map((one) => ({ value: one, label: t(`catalogue.ui.${one}`) }))}
    />
  );
  return (
    <Panel
      title={t('catalogue.ui.frame')}
      tools={
        <Anchor href={address} target="_blank">
          {t('catalogue.ui.alone')}
        </Anchor>
      }
    >
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('catalogue.ui.state')}
          value={seen?.id ?? ''}
          onChange={setState}
          data={data.states.map(({ id, title }) => ({ value: id, label: title }))}
        />
        {choose('width', width, WIDTHS, setWidth)}
        {choose('scheme', scheme, SCHEMES, setScheme)}
        {choose('language', language, LANGUAGES, setLanguage)}
      </div>
      {/* The product's own page, which needs its session. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        key={`${address} ${scheme} ${language}`}
        className={styles.frame}
        data-width={width}
        data-theme={`${scheme}-theme`}
        data-locale={language}
        src={address}
        title={t('catalogue.ui.frame')}
      />
    </Panel>
  );
}
