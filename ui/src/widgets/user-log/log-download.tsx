import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { call, download } from '../../api/call.ts';
import { notifyProblem } from '../../shell/notify.ts';
import { useTexts } from '../../text/texts.ts';
import { type LogQuery, valuesOf } from './log-query.ts';

interface Progress {
  id: string;
  percentage: number;
  done: boolean;
}
const EXPORTS = '/api/configuration/user/log-exports';
const SHORT = '/api/configuration/user/download-log-user/:companyId/:userType/:userId/:action/:dateRange/:campaign';
/** Rows that the server writes while one waits. */
const AT_ONCE = 10_000;
const LOOK_MS = 2_000;

/** Saves what is shown as a file. A long one is prepared in the background, which survives a reload, and saved when it is ready. */
export function LogDownload({ companyId, query, total }: { companyId: number; query: LogQuery; total: number }): ReactNode {
  const t = useTexts();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['source', 'user-log.exports', EXPORTS],
    queryFn: ({ signal }) => call<{ data: Progress[] }>({ method: 'GET', path: EXPORTS }, { signal }),
    refetchInterval: (found) => (found.state.data?.data.some((file) => !file.done) ? LOOK_MS : false),
  });
  const running = data?.data.find((file) => !file.done);
  const ready = data?.data.find((file) => file.done && file.id === wanted);
  useEffect(() => {
    if (running && !wanted) setWanted(running.id);
  }, [running, wanted]);
  useEffect(() => {
    if (!ready) return;
    setWanted(null);
    void download({ method: 'GET', path: `${EXPORTS}/:id/file` }, { params: { id: ready.id } }).catch(notifyProblem);
  }, [ready]);

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const filters = valuesOf(query);
      if (total <= AT_ONCE) {
        const { userType = '', userID = '', action = '', logDateRange = '', campaignID = '' } = filters;
        const all = (value: unknown): string => String(value || 'all');
        await download(
          { method: 'GET', path: SHORT },
          {
            params: {
              companyId,
              userType: all(userType),
              userId: all(userID),
              action: all(action),
              dateRange: all(logDateRange),
              campaign: all(campaignID),
            },
          },
        );
      } else {
        const body = { companyID: companyId, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) };
        setWanted((await call<Progress>({ method: 'POST', path: EXPORTS }, { body })).id);
        await client.invalidateQueries({ queryKey: ['source', 'user-log.exports'] });
      }
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {running && (
        <Text size="sm" c="dimmed" role="status">
          {t('ui.user-log.preparing', { percent: running.percentage })}
        </Text>
      )}
      <Button
        variant="default"
        size="sm"
        loading={busy}
        disabled={total === 0 || running !== undefined}
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
        onClick={() => void save()}
      >
        {t('ui.user-log.download')}
      </Button>
    </>
  );
}
