import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export interface Choice {
  value: string;
  label: string;
}
type Row = Record<string, unknown>;

/** The first list in an answer, whatever it is called. */
const listIn = (answer: unknown): Row[] =>
  Array.isArray(answer) ? (answer as Row[]) : ((Object.values((answer ?? {}) as Row).find(Array.isArray) as Row[] | undefined) ?? []);

const labelled = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string' && part).join(' · ');

/** Choices of a filter; where the module that knows them is off there are none. */
function useChoices(path: string, body: Row, toChoice: (row: Row) => Choice, wanted = true): Choice[] {
  const { data } = useQuery({
    queryKey: ['source', null, path, body],
    queryFn: async ({ signal }) => {
      const seen = new Map<string, Choice>();
      for (const row of listIn(await call({ method: 'POST', path: `/api/configuration/user/${path}` }, { body, signal }).catch(() => null)))
        seen.set(toChoice(row).value, toChoice(row));
      return [...seen.values()];
    },
    enabled: wanted,
    staleTime: 60_000,
  });
  return data ?? [];
}

export const useActions = (companyID: number): Choice[] =>
  useChoices('log-category', { companyID }, (row) => ({ value: String(row['action']), label: String(row['name']) }));

export const useCampaigns = (companyID: number): Choice[] =>
  useChoices('show-campaigns', { companyID }, (row) => ({
    value: String(row['leadspeek_api_id']),
    label: labelled(row['campaign_name'], row['company_name'], `#${String(row['leadspeek_api_id'])}`),
  }));

/** People of the company whose name or company holds the text. */
export const useUsers = (companyID: number, userType: string, searchUser: string): Choice[] =>
  useChoices('show-user', { companyID, userType: userType || '9999', searchUser }, (row) => ({
    value: String(row['id']),
    label: labelled(row['name'], row['company_name'], row['type_user_tx']),
  }));
