import { permits } from '../access/ability.ts';
import type { Owned } from '../boot/registry.ts';
import type { Ability, Action, Column, Ctx, PageDef, PageExtension } from '../contract.ts';
import type { WireBlock, WirePageBody } from '../contract/wire.ts';
import { formRefusal } from '../forms/caller-forms.ts';
import type { Kernel } from '../kernel.ts';
import { bindsQuery } from './binds-query.ts';
import { extendedBlocks } from './extended-blocks.ts';
import { noticesByGravity } from './gravity.ts';
import { pathOf } from './page-index.ts';
import { pagesOfRole } from './pages-of-role.ts';
import { callOf } from './wire-call.ts';

type Json = Record<string, unknown>;

/** Members of descriptors that hold a message key. */
const TEXTS = new Set(['title', 'help', 'body', 'button', 'done', 'failed', 'text', 'lacking', 'group', 'steps']);
/** Blocks whose `text` names a field of their rows. */
const OF_FIELDS = new Set<unknown>(['cards', 'timeline', 'health']);
/** Ways to show a form that somebody opens to do something. */
const OPENED = new Set<unknown>(['modal', 'drawer', 'under']);

/** Resolves a page descriptor for one actor: texts in their language, routes as calls, and nothing they may not do. */
export function wirePage(kernel: Kernel, ctx: Ctx, { plugin, def }: Owned<PageDef>): WirePageBody {
  const resolve = new Resolver(kernel, ctx, plugin, def, collectActions(def));
  const offered = kernel.registry.extensions.filter((e) => kernel.features.isOn(e.plugin, ctx.tenant)).map((e) => e.def);
  const extensions = offered.filter((e) => isFor(e, def));
  const blocks = extendedBlocks(def.blocks, def.head ? extensions.map(({ actions: _ofHead, ...rest }) => rest) : extensions);
  return {
    id: def.id,
    title: ctx.t(def.title),
    ...headOf(resolve, def, [...extensions, ...offered.filter(({ role }) => role === def.head?.actionsOf)]),
    ...periodOfPage(def, blocks),
    blocks: noticesByGravity(resolve.list(blocks) as WireBlock[]),
    help: [...(def.help ?? []), ...extensions.flatMap((e) => e.help ?? [])]
      .filter(({ ability }) => !ability || permits(ctx, ability))
      .map(({ ability: _ability, title, text, ...look }) => ({ ...look, title: ctx.t(title), text: ctx.t(text) })),
    tour: (def.tour ?? []).map((stop) => ({ at: stop.at, text: ctx.t(stop.text) })),
    variants: variantsOf(kernel, ctx, def),
  };
}

/** The choice of days of a page where a source asks for it; comparing likewise. `blocks` are those of its extensions too. */
function periodOfPage({ period, head }: PageDef, blocks: readonly unknown[]): Pick<WirePageBody, 'period'> {
  const binds = (field: string): boolean => bindsQuery([head, blocks], field);
  if (!period || !(binds('period') || binds('compare'))) return {};
  return { period: { name: period === true ? '30d' : period, compares: binds('compare') } };
}

/** The head of a page about one thing; a page whose source the actor may not read keeps its plain title. */
function headOf(resolve: Resolver, { head }: PageDef, extensions: readonly PageExtension[]): Pick<WirePageBody, 'head'> {
  if (!head) return {};
  const { actionsOf: _role, ...rest } = head;
  const actions = [...(head.actions ?? []), ...extensions.flatMap((e) => e.actions ?? [])];
  const wired = resolve.value({ ...rest, actions }) as WirePageBody['head'];
  return wired ? { head: wired } : {};
}

/** The pages of the same first role that are told apart by a name, where there are several. */
function variantsOf(kernel: Kernel, ctx: Ctx, { roles, variant }: PageDef): WirePageBody['variants'] {
  if (!variant || !roles?.[0]) return [];
  const found = pagesOfRole(kernel, ctx, roles[0]).flatMap(({ def }) =>
    def.variant ? [{ page: def.id, title: ctx.t(def.variant.title), path: pathOf(ctx, def.path) }] : [],
  );
  return found.length > 1 ? found : [];
}

/** Whether what others add is meant for the page. */
const isFor = ({ role, where = {} }: PageExtension, { roles, values }: PageDef): boolean =>
  roles?.includes(role) === true && Object.entries(where).every(([name, value]) => values?.[name] === value);

type Toggle = NonNullable<Column['toggle']>;
type PagesBy = Extract<NonNullable<Column['to']>, { role: string }> & { by: { value: string; field: string } };

class Resolver {
  readonly #kernel: Kernel;
  readonly #ctx: Ctx;
  readonly #plugin: string;
  readonly #page: PageDef;
  readonly #actions: Map<string, Json>;
  constructor(kernel: Kernel, ctx: Ctx, plugin: string, page: PageDef, actions: Map<string, Json>) {
    this.#kernel = kernel;
    this.#ctx = ctx;
    this.#plugin = plugin;
    this.#page = page;
    this.#actions = actions;
  }

  list(items: readonly unknown[]): unknown[] {
    return items.map((item) => this.value(item)).filter((item) => item !== undefined);
  }

  /** Undefined: the actor may not see this part, so it is left out of whatever holds it. */
  value(value: unknown): unknown {
    if (Array.isArray(value)) return this.list(value);
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Json;
    if (node['ability'] !== undefined && !permits(this.#ctx, node['ability'] as Ability)) return undefined;
    if (node['from'] === 'page') return this.#stated(node['field'] as string);
    if ('from' in node || ('value' in node && !('title' in node))) return node; // a binding; with a title it is a choice
    if (typeof node['role'] === 'string' && node['by']) return this.#pagesBy(node as unknown as PagesBy);
    const needs = 'do' in node ? (node['needs'] as Action['needs']) : undefined;
    if (needs && !permits(this.#ctx, needs.ability)) return this.#disabled(node, needs.lacking);
    if ('do' in node && typeof node['blocked'] === 'string') return this.#disabled(node, node['blocked']);
    if (node['as'] === 'switch' && node['toggle']) return this.#switch(node as Json & { toggle: Toggle });
    const out: Json = {};
    for (const [key, member] of Object.entries(node)) {
      if (key === 'needs') continue;
      // An action keeps its ability: whether it may be done to this very row is seen only beside the row.
      if (key === 'ability' && !('do' in node && Array.isArray(member))) continue;
      const resolved = this.#member(node, key, member);
      if (resolved === undefined) {
        if (ESSENTIAL.has(key) && !isButton(key, member)) return undefined;
        continue;
      }
      out[SENT_AS[key] ?? key] = resolved;
    }
    // An empty table still offers what a full one does.
    if (out['as'] === 'table' && out['add'] && out['empty']) out['empty'] = { action: out['add'], ...(out['empty'] as Json) };
    return out;
  }

  #member(node: Json, key: string, member: unknown): unknown {
    if (key === 'steps' && Array.isArray(member))
      return this.list(member).filter((step) => (step as { blocks: unknown[] }).blocks.length > 0);
    if (typeof member !== 'string') return this.value(member);
    if (CALLS.has(key) || (key === 'check' && Array.isArray(node['blocks']))) return callOf(this.#kernel, this.#ctx, member) ?? undefined;
    if (key === 'form') return this.#mayForm(member, OPENED.has(node['as'])) ? member : undefined;
    if (key === 'undo') return this.#undo(member);
    if (key === 'role') return this.#pageOf(member);
    if (key === 'text' && OF_FIELDS.has(node['as'])) return member;
    return TEXTS.has(key) ? this.#ctx.t(member) : member;
  }

  /** A switch says why it cannot be turned: as a whole where the actor lacks the right to its call, else the browser asks for each row. */
  #switch(column: Json & { toggle: Toggle }): Json | undefined {
    const { toggle, ...rest } = column;
    const ability = this.#kernel.registry.routes.get(toggle.call)?.def.ability;
    const lacking = this.#ctx.t(toggle.lacking ?? 'ui.switch.lacking');
    const shown = this.value({ ...rest, as: 'switch' }) as Json;
    if (ability && !permits(this.#ctx, ability)) return { ...shown, disabled: lacking };
    const { lacking: _key, ...act } = toggle;
    const wired = this.value(act) as Json | undefined;
    return { ...shown, ...(wired ? { toggle: { ...wired, lacking, ...(Array.isArray(ability) ? { ability } : {}) } } : {}) };
  }

  /** An action that the actor sees and may not do: its look and the reason, without what it would do. */
  #disabled(action: Json, lacking: string): Json {
    const look = Object.fromEntries(
      ['id', 'title', 'icon', 'group', 'ability', 'when', 'mark'].flatMap((key) => (key in action ? [[key, action[key]]] : [])),
    );
    return { ...(this.value({ ...look, do: { open: [], as: 'modal' } }) as Json), disabled: this.#ctx.t(lacking) };
  }

  /** What takes an action back is not itself taken back: two actions may undo each other. */
  #undo(id: string): unknown {
    const { undo: _further, ...action } = this.#actions.get(id) ?? {};
    return 'do' in action ? this.value(action) : undefined;
  }

  /** A page of a role: of the plugin whose page is shown, if it has one. */
  #pageOf(role: string): string | undefined {
    const open = pagesOfRole(this.#kernel, this.#ctx, role);
    return (open.find(({ plugin }) => plugin === this.#plugin) ?? open[0])?.def.id;
  }

  /** A link to the pages of a role, of which the row says which is meant; undefined where none is open to the actor. */
  #pagesBy({ role, by: { value, field }, params }: PagesBy): Json | undefined {
    const open = pagesOfRole(this.#kernel, this.#ctx, role);
    const pages = Object.fromEntries(open.flatMap(({ def }) => (def.values?.[value] === undefined ? [] : [[def.values[value], def.id]])));
    return open[0] && { page: open[0].def.id, params, by: { field, pages } };
  }

  /** A value of the page; the boot refuses pages that lack one which is asked of them. */
  #stated(field: string): Json {
    return { value: this.#page.values?.[field] ?? null };
  }

  /** One that somebody opens to do something is left out where it could not be sent; one that stands on the page shows how things are. */
  #mayForm(id: string, opened: boolean): boolean {
    const form = this.#kernel.registry.forms.get(id);
    if (!form || (opened && !callOf(this.#kernel, this.#ctx, form.def.submit))) return false;
    return formRefusal(this.#kernel, this.#ctx, form) === null;
  }
}

/** Members that the browser knows by another name. */
const SENT_AS: Readonly<Record<string, string>> = { route: 'call', undo: 'undoAction', role: 'page' };
/** Members whose value is a route id. */
const CALLS = new Set(['route', 'call', 'download']);
/** Without these the whole part makes no sense. */
const ESSENTIAL = new Set(['route', 'call', 'download', 'form', 'role', 'source', 'do', 'toggle']);

/** A table's download is an action of its own: the table stays for those who may not carry it away. */
const isButton = (key: string, member: unknown): boolean => key === 'download' && typeof member === 'object';

/** All actions of a page by id, for `undo` to point at. */
function collectActions(def: PageDef): Map<string, Json> {
  const found = new Map<string, Json>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Json;
      if (typeof node['id'] === 'string' && node['do']) found.set(node['id'], node);
      Object.values(node).forEach(visit);
    }
  };
  visit([def.head, def.blocks]);
  return found;
}
