import { permits } from '../access/ability.ts';
import type { Owned } from '../boot/registry.ts';
import type { Block, Ctx, FoundRecord, PageDef, TabsBlock } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { namesOffered } from './page-index.ts';

type Tab = TabsBlock['tabs'][number];

/** Parts of pages under tabs, by what the tabs and the fields of their forms are called. */
export function foundSettings(kernel: Kernel, ctx: Ctx, search: string, most: number): FoundRecord[] {
  const words = search.toLocaleLowerCase(ctx.locale).split(/\s+/);
  const has = (text: string): boolean => words.every((word) => text.toLocaleLowerCase(ctx.locale).includes(word));
  const found: FoundRecord[] = [];
  for (const page of kernel.registry.pages.values()) {
    if (!isOffered(kernel, ctx, page)) continue;
    for (const tab of tabsOf(page.def.blocks)) {
      if (tab.ability && !permits(ctx, tab.ability)) continue;
      const title = ctx.t(tab.title);
      const match = has(`${ctx.t(page.def.title)} ${title}`) ? title : fieldsOf(kernel, ctx, tab.blocks).find(has);
      if (match === undefined) continue;
      const note = [ctx.t(page.def.title), ...(match === title ? [] : [title])].join(' › ');
      found.push({ id: `${page.def.id} ${tab.id}`, title: match, note, page: page.def.id, query: { tab: tab.id } });
      if (found.length === most) return found;
    }
  }
  return found;
}

const isOffered = (kernel: Kernel, ctx: Ctx, { plugin, def }: Owned<PageDef>): boolean =>
  !def.path.includes(':') &&
  kernel.features.isOn(plugin, ctx.tenant) &&
  (!def.feature || ctx.feature(def.feature)) &&
  permits(ctx, def.ability) &&
  namesOffered(ctx, def.path);

/** Tabs right on the page: those whose names stand in its address. */
const tabsOf = (blocks: readonly Block[]): Tab[] => blocks.flatMap((block) => (block.as === 'tabs' ? block.tabs : []));

const fieldsOf = (kernel: Kernel, ctx: Ctx, blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    const form = block.as === 'form' ? kernel.registry.forms.get(block.form)?.def : undefined;
    if (!form || !permits(ctx, form.ability)) return [];
    return Object.keys(form.schema.properties ?? {}).flatMap((field) => {
      const key = `${form.id}.${field}`;
      const title = ctx.t(key);
      return title === key ? [] : [title];
    });
  });
