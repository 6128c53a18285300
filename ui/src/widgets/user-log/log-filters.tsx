import { Button, Group, NativeSelect, Select, Stack } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useState, type ReactNode } from 'react';
import { Overlay } from '../../shell/overlay.tsx';
import { useTexts } from '../../text/texts.ts';
import { useActions, useCampaigns, useUsers } from './log-choices.ts';
import { dayBack, EVERYTHING, type LogQuery } from './log-query.ts';

/** Days back that have a button of their own, today included. */
const SHORTCUTS = { week: 7, month: 30, quarter: 90 } as const;

/** The filter drawer. Nothing is narrowed before "Show". */
export function LogFilters({
  companyId,
  query,
  onClose,
  onShow,
}: {
  companyId: number;
  query: LogQuery;
  onClose: () => void;
  onShow: (query: LogQuery) => void;
}): ReactNode {
  const t = useTexts();
  const [draft, setDraft] = useState(query);
  const [search, setSearch] = useState('');
  const actions = useActions(companyId);
  const campaigns = useCampaigns(companyId);
  const users = useUsers(companyId, draft.userType, search);
  const set = (patch: Partial<LogQuery>): void => setDraft((old) => ({ ...old, ...patch }));
  const date = (field: 'from' | 'to'): ReactNode => (
    <DateInput
      label={t(`ui.user-log.${field}`)}
      valueFormat="YYYY-MM-DD"
      placeholder="YYYY-MM-DD"
      clearable
      clearButtonProps={{ 'aria-label': t('ui.form.clear') }}
      value={draft[field] || null}
      {...(field === 'to' && draft.from ? { minDate: draft.from } : {})}
      onChange={(value) => set({ [field]: value?.slice(0, 10) ?? '' })}
      popoverProps={{ withinPortal: true, zIndex: 1100 }}
    />
  );
  const chooser = { searchable: true, clearable: true, comboboxProps: { zIndex: 1100 }, nothingFoundMessage: t('ui.user-log.empty') };
  return (
    <Overlay as="drawer" opened top title={t('ui.user-log.filter.title')} size="min(420px, 100vw)" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onShow(draft);
        }}
      >
        <Stack gap="md">
          <NativeSelect
            label={t('ui.user-log.type')}
            value={draft.userType}
            data={[
              { value: '', label: t('ui.user-log.all') },
              ...(['root', 'admin', 'client'] as const).map((value) => ({ value, label: t(`ui.user-log.${value}`) })),
            ]}
            onChange={(event) => set({ userType: event.currentTarget.value, userID: '' })}
          />
          <Select
            {...chooser}
            label={t('ui.user-log.user')}
            description={t('ui.user-log.user.help')}
            value={draft.userID || null}
            data={users}
            filter={({ options }) => options}
            searchValue={search}
            onSearchChange={setSearch}
            onChange={(value) => set({ userID: value ?? '' })}
          />
          <Select
            {...chooser}
            label={t('ui.user-log.action')}
            value={draft.action || null}
            data={actions}
            onChange={(value) => set({ action: value ?? '' })}
          />
          <Select
            {...chooser}
            label={t('ui.user-log.campaign')}
            value={draft.campaignID || null}
            data={campaigns}
            limit={100}
            onChange={(value) => set({ campaignID: value ?? '' })}
          />
          <Group gap="xs">
            {Object.entries(SHORTCUTS).map(([name, days]) => {
              const from = dayBack(days - 1);
              const on = draft.from === from && draft.to === dayBack(0);
              return (
                <Button
                  key={name}
                  size="compact-sm"
                  variant={on ? 'filled' : 'default'}
                  aria-pressed={on}
                  onClick={() => set({ from, to: dayBack(0) })}
                >
                  {t(`ui.user-log.${name}`)}
                </Button>
              );
            })}
          </Group>
          <Group grow align="flex-start">
            {date('from')}
            {date('to')}
          </Group>
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={() => onShow(EVERYTHING)}>
              {t('ui.user-log.reset')}
            </Button>
            <Button type="submit">{t('ui.user-log.apply')}</Button>
          </Group>
        </Stack>
      </form>
    </Overlay>
  );
}
