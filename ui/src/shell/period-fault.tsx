import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fault } from '../blocks/error-panel.tsx';
import { useAddress } from '../data/use-address.ts';
import { useTexts } from '../text/texts.ts';

/** In place of blocks whose days are none: what is wrong with them, and a way to the usual ones. */
export function PeriodFault({ message }: { message: string }): ReactNode {
  const t = useTexts();
  const [, setQuery] = useAddress();
  const forget = (): void =>
    setQuery((now) => {
      now.delete('period');
      return now;
    });
  return (
    <Fault text={message}>
      <Button size="compact-md" variant="default" onClick={forget}>
        {t('ui.period.usual')}
      </Button>
    </Fault>
  );
}
