import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EditedForm } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { useAddress } from '../../data/use-address.ts';
import { useActor } from '../../shell/bootstrap.tsx';
import styles from './form-editor.module.css';
import { useWords } from './words.ts';

/** Who may have a form of their own, by the kind of company that shapes it. */
const ROLES = {
  root: ['userdownline', 'administrator', 'client', 'user', 'sales'],
  agency: ['userdownline', 'administrator', 'client'],
  client: [],
} as const;
const PAUSE_MS = 250;

/** For whom the form is changed: everybody or one agency, and all of its people or one role. The address says so. */
export function LayerChoice({ form }: { form: EditedForm }): ReactNode {
  const words = useWords();
  const actor = useActor();
  const [, setQuery] = useAddress();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE_MS);
  const isRoot = actor?.companyKind === 'root';
  const { data } = useQuery({
    queryKey: ['form-agencies', asked],
    queryFn: ({ signal }) =>
      call<{ options: { value: number; label: string }[] }>(
        { method: 'GET', path: '/api/forms/agencies' },
        { query: { search: asked === form.agency?.name ? '' : asked }, signal },
      ),
    enabled: isRoot,
    placeholderData: keepPreviousData,
  });
  const choose = (name: 'role' | 'agency', value: string | null): void =>
    setQuery((now) => {
      if (value) now.set(name, value);
      else now.delete(name);
      return now;
    });
  const agencies = [...(form.agency ? [{ value: form.agency.id, label: form.agency.name }] : []), ...(data?.options ?? [])];
  const distinct = agencies.filter(({ value }, at) => agencies.findIndex((other) => other.value === value) === at);
  const kind = isRoot && !form.agency ? 'root' : 'agency';
  return (
    <div className={styles.layer}>
      {isRoot && (
        <Select
          aria-label={words('layer.agency')}
          placeholder={words('layer.all-agencies')}
          clearable
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          data={distinct.map(({ value, label }) => ({ value: String(value), label }))}
          value={form.agency ? String(form.agency.id) : null}
          onChange={(value) => choose('agency', value)}
        />
      )}
      <Select
        aria-label={words('layer.role')}
        placeholder={words('layer.everybody')}
        clearable
        data={ROLES[kind].map((role) => ({ value: role, label: words(`role.${role}`) }))}
        value={form.role || null}
        onChange={(value) => choose('role', value)}
      />
    </div>
  );
}
