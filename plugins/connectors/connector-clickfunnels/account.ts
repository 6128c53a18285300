import type { Outcome } from '../../../core/contract.ts';
import { type Api, type Client, type Entry } from './api.ts';

/** Names that a refusal lists at most. */
const LISTED = 10;

/** Reads the account, which writes nothing, and finds the workspace and the tag that were entered by their names. */
export async function findAccount(api: Api, { auth }: Client): Promise<Outcome> {
  const teams = await api.list('/teams');
  const workspaces: Entry[] = [];
  for (const { id } of teams) workspaces.push(...(await api.list(`/teams/${id}/workspaces`)));
  const workspace = workspaceOf(workspaces, auth.workspace, auth.subdomain);
  if (!workspace) return unknown('workspace', workspaces);
  const tags = auth.tag ? await api.list(`/workspaces/${workspace.id}/contacts/tags`) : [];
  const tag = auth.tag ? named(tags, auth.tag) : undefined;
  if (auth.tag && !tag) return unknown('tag', tags);
  const learned = { workspaceId: String(workspace.id), tagId: tag ? String(tag.id) : '' };
  return { ok: true, note: workspace.name ?? learned.workspaceId, learned };
}

/** The one that was entered; where none was, the one that the subdomain is of, or the only one. */
function workspaceOf(workspaces: readonly Entry[], entered = '', subdomain = ''): Entry | undefined {
  if (entered.trim()) return named(workspaces, entered);
  return workspaces.find((one) => one.subdomain === subdomain) ?? (workspaces.length === 1 ? workspaces[0] : undefined);
}

function named(entries: readonly Entry[], entered: string): Entry | undefined {
  const wanted = entered.trim().toLowerCase();
  return entries.find(({ name }) => name?.toLowerCase() === wanted) ?? entries.find(({ id }) => String(id) === wanted);
}

/** Nothing in the account is called so: says what there is. */
function unknown(field: 'workspace' | 'tag', there: readonly Entry[]): Outcome {
  const names = there.slice(0, LISTED).map(({ id, name }) => name ?? String(id));
  const remedy = `connector-clickfunnels.remedy.${field}`;
  const message = names.length > 0 ? `connector-clickfunnels.unknown.${field}` : `connector-clickfunnels.none.${field}`;
  return { ok: false, then: 'hold', remedy, note: remedy, field, said: { message, params: { names: names.join(', ') } } };
}
