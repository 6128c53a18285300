import '../mantine-later-styles.ts';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireTabs } from '../../../core/contract/wire.ts';
import { fieldOf, holds } from '../data/bindings.ts';
import { useBindings } from '../data/binding-context.tsx';
import { useAddress } from '../data/use-address.ts';
import { useSource } from '../data/use-source.ts';
import { Nested } from './nested.tsx';
import styles from './tabs.module.css';

/** A tab that the address names may lie beside what a narrow screen shows of them. The page itself stays where it is. */
function intoView(tab: HTMLButtonElement | null): void {
  const list = tab?.parentElement;
  if (!list) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}

/** Blocks under tabs; the open tab is part of the address. */
export default function TabsView({ block, at }: { block: WireTabs; at: string }): ReactNode {
  const context = useBindings();
  const [query, setQuery] = useAddress();
  const name = block.address || !at.includes('.') ? 'tab' : `tab-${at}`;
  const tabs = block.tabs.filter((tab) => tab.blocks.length > 0 && holds(tab.when, context.row ?? context.actor));
  const { data: fitting } = useSource(block.first?.source);
  const first = tabs.find((tab) => tab.id === fieldOf(fitting, block.first?.field ?? '')) ?? tabs[0];
  if (!first) return null;
  const open = tabs.find((tab) => tab.id === query.get(name)) ?? first;
  const choose = (id: string | null): void =>
    setQuery((next) => {
      if (id && id !== first.id) next.set(name, id);
      else next.delete(name);
      return next;
    });
  return (
    <Tabs value={open.id} onChange={choose} keepMounted={false} className={styles.tabsRoot ?? ''}>
      <Tabs.List className={styles.tabsList ?? ''}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.id} value={tab.id} {...(tab.id === open.id ? { ref: intoView } : {})}>
            {tab.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.id} value={tab.id}>
          <Nested blocks={tab.blocks} at={`${at}.${tab.id}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
