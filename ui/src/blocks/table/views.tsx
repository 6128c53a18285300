import { ActionIcon, Badge, Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Call } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { useOffered } from '../../data/offered.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { notify, notifyProblem } from '../../shell/notify.ts';
import { useTexts } from '../../text/texts.ts';
import { type TableState, writeState } from './address.ts';
import styles from './table.module.css';

const LIST: Call = { method: 'GET', path: '/api/ui/views' };
const SAVE: Call = { method: 'PUT', path: '/api/ui/views' };
const REMOVE: Call = { method: 'DELETE', path: '/api/ui/views/:id' };
/** Where somebody stands in the list is no part of a view of it. */
const PASSING = ['page', 'open'];

/** Stays on the screen, however narrow and whichever way the page reads. */
const SHIFT = { shift: { padding: 12 }, flip: true };

interface View {
  id: number;
  name: string;
  query: string;
  for: string | null;
  own: boolean;
}
/** Whom people of a company may save views for; the server has the last word. */
const AUDIENCE: Record<string, readonly string[]> = {
  root: ['user', 'sales', 'userdownline', 'administrator', 'client'],
  agency: ['userdownline', 'administrator', 'client'],
};

/** Names for what the address says of the list: filters, order, search, columns and density. One's own, and those saved for one's role. */
export function Views({ layout }: { layout: Pick<TableState, 'columns' | 'compact'> }): ReactNode {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [audience, setAudience] = useState('');
  const { actor } = useBootstrap();
  const others = useOffered()({ ability: ['share', 'SavedView'] }, null) ? (AUDIENCE[actor?.companyKind ?? ''] ?? []) : [];
  const { data, refetch } = useQuery({
    queryKey: ['views', pathname],
    queryFn: () => call<{ data: View[] }>(LIST, { query: { page: pathname } }),
    enabled: open,
  });
  const after = async (work: Promise<{ message?: string }>): Promise<void> => {
    try {
      const { message } = await work;
      if (message) notify('good', message);
      setName('');
      await refetch();
    } catch (error) {
      notifyProblem(error);
    }
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    // What the reader sees because they chose it before is part of the view, although their address need not say it.
    const query = writeState(new URLSearchParams(search), '', layout);
    for (const key of PASSING) query.delete(key);
    void after(call(SAVE, { body: { page: pathname, name, query: query.toString(), ...(audience ? { for: audience } : {}) } }));
  };
  const views = data?.data ?? [];
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={300} middlewares={SHIFT} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('ui.views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.views')}>
        {views.length === 0 && <p className={styles.noViews}>{t('ui.views.none')}</p>}
        <ul className={styles.views}>
          {views.map((view) => (
            <li key={view.id}>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setOpen(false);
                  void navigate({ pathname, search: view.query });
                }}
              >
                {view.name}
              </Button>
              {view.for && (
                <Badge variant="light" size="sm" tt="none">
                  {t(view.own ? `ui.views.for.${view.for}` : 'ui.views.shared')}
                </Badge>
              )}
              {view.own && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('ui.views.remove', { name: view.name })}
                  onClick={() => void after(call(REMOVE, { params: { id: view.id } }))}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        <form className={styles.saveView} onSubmit={save}>
          <TextInput
            size="sm"
            maxLength={60}
            label={t('ui.views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {others.length > 0 && (
            <NativeSelect
              size="sm"
              label={t('ui.views.for')}
              value={audience}
              onChange={(event) => setAudience(event.currentTarget.value)}
              data={['', ...others].map((type) => ({ value: type, label: t(type ? `ui.views.for.${type}` : 'ui.views.for.me') }))}
            />
          )}
          <Button type="submit" size="sm" disabled={name.trim() === ''}>
            {t('ui.views.save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
