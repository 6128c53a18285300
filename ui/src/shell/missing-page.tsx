import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../text/texts.ts';
import { MessagePage } from './message-page.tsx';

/** What an address shows that names nothing, or nothing that the reader may know of. */
export function MissingPage({ inside }: { inside: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <MessagePage
      title={t('ui.missing.title')}
      text={t('ui.missing.text')}
      button={t('ui.missing.button')}
      onClick={() => void navigate('/')}
      inside={inside}
    />
  );
}
