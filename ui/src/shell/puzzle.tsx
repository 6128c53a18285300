import '../mantine-later-styles.ts';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Puzzle as PuzzleOf } from '../api/puzzle.ts';
import { useTexts } from '../text/texts.ts';
import { captchaService } from './captcha-service.ts';

/** A captcha service's puzzle, drawn by the service; the answer goes on by itself as soon as it is solved. */
export default function Puzzle({ puzzle, answer }: { puzzle: PuzzleOf; answer: (token: string | null) => void }): ReactNode {
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [round, setRound] = useState(0);

  useEffect(() => {
    // Services refuse to draw twice into one element.
    const box = document.createElement('div');
    place.current?.append(box);
    let left = false;
    const fail = (): void => {
      if (!left) setState('failed');
    };
    captchaService(puzzle.script).then((service) => {
      if (left) return;
      const theme = document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light';
      service.render(box, { sitekey: puzzle.siteKey, theme, callback: answer, 'error-callback': fail });
      setState('shown');
    }, fail);
    return () => {
      left = true;
      box.remove();
    };
  }, [puzzle, answer, round]);

  return (
    <>
      <Text>{puzzle.why}</Text>
      <Text size="sm" c="dimmed" mt={4} mb={16}>
        {t('ui.puzzle.help')}
      </Text>
      {/* Below, so that a puzzle that is drawn does not move when the loader goes. */}
      <div ref={place} hidden={state === 'failed'} />
      {state === 'loading' && <Loader aria-label={t('ui.loading')} />}
      {state === 'failed' && <Text role="alert">{t('ui.puzzle.failed')}</Text>}
      <Group justify="flex-end" mt={20}>
        <Button variant="default" onClick={() => answer(null)}>
          {t('ui.cancel')}
        </Button>
        {state === 'failed' && (
          <Button
            onClick={() => {
              setState('loading');
              setRound(round + 1);
            }}
          >
            {t('ui.puzzle.again')}
          </Button>
        )}
      </Group>
    </>
  );
}
