import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Confirmation } from '../../../core/contract/wire.ts';
import { ErrorPanel } from '../blocks/error-panel.tsx';
import { pluginExport } from '../data/plugin-files.ts';

/** What a plugin's dialog gets: what the server said it needs, and whom to tell. A promise is waited for; what it throws fails the refused call. */
export interface ConfirmationProps {
  details: unknown;
  answer: (confirmed: boolean | Promise<boolean>) => void;
}

/** A dialog of a plugin's browser files, fetched when it is first needed. */
export default function PluginConfirmation({ asked, answer }: { asked: Confirmation; answer: ConfirmationProps['answer'] }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['plugin-export', asked.dialog],
    queryFn: async () => {
      const load = pluginExport(asked.dialog);
      if (!load) throw new Error(`there is no dialog "${asked.dialog}"`);
      return { Dialog: (await load()) as ComponentType<ConfirmationProps> };
    },
    staleTime: Infinity,
  });
  if (error) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  return <data.Dialog details={asked.details} answer={answer} />;
}
