import '../mantine-later-styles.ts';
import { ActionIcon, Indicator } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WirePageBody } from '../../../core/contract/wire.ts';
import { notifyProblem } from './notify.ts';
import { session } from '../session.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';

/** Offers the page's tour; a dot says that this person has not taken it yet. */
export default function TourButton({ page, stops }: { page: string; stops: WirePageBody['tour'] }): ReactNode {
  const t = useTexts();
  const { actor, direction } = useBootstrap();
  const personId = actor?.id ?? 0;
  const [taken, setTaken] = useState(() => session.toursOf(personId).includes(page));
  const start = async (): Promise<void> => {
    const { takeTour } = await import('./tour.ts');
    session.rememberTour(personId, page);
    setTaken(true);
    takeTour(stops, direction, t);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={t('ui.tour')}
      title={t('ui.tour')}
      onClick={() => void start().catch(notifyProblem)}
    >
      <Indicator disabled={taken} size={8} offset={2}>
        <IconHelp size={19} stroke={1.7} display="block" aria-hidden />
      </Indicator>
    </ActionIcon>
  );
}
