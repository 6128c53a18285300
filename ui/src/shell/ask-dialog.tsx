import '../mantine-later-styles.ts';
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { pageQuery, refreshDescriptions } from '../api/queries.ts';
import { hear } from '../api/signals.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import { useDialogs } from '../data/dialog-store.ts';
import { useTexts } from '../text/texts.ts';
import { useEdition } from './bootstrap.tsx';
import OverlayParts from './overlay-parts.tsx';

/**
 * What has to be agreed to before a page opens: the blocks of another page, over the empty one. Whatever is done here lets the server
 * decide again; closing leads back to where one came from.
 */
export default function AskDialog({ page }: { page: string }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(pageQuery(page, useEdition()));
  const covered = useDialogs().length > 0;
  const left = useRef(false);
  useEffect(() => hear('acted', () => void refreshDescriptions().catch(() => undefined)), []);
  const decline = (): void => {
    if (left.current) return;
    left.current = true;
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (idx) void navigate(-1);
    else void navigate('/', { replace: true });
  };
  return (
    <OverlayParts as="modal" opened title={data?.title ?? t('ui.loading')} size="min(820px, 100vw)" covered={covered} onClose={decline}>
      {error && !data ? (
        <ErrorPanel error={error} retry={() => void refetch()} />
      ) : data ? (
        <Blocks blocks={data.blocks} at="ask" />
      ) : (
        <Skeleton height={320} />
      )}
      <Group justify="flex-end" mt={20}>
        <Button variant="default" onClick={decline}>
          {t('ui.decline')}
        </Button>
      </Group>
    </OverlayParts>
  );
}
