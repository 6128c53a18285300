import { type ConfigurationPart, NamesPort } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { storedNames } from './renamed-things.ts';

interface Wish {
  name: string;
  url: string;
}

/** What an agency calls its products. Former addresses are no part of it: they lead to where its own links once led. */
export const namesPart = (kernel: () => Kernel): ConfigurationPart => {
  const own = async (agencyId: number): Promise<Record<string, Wish>> =>
    Object.fromEntries(
      Object.entries(await storedNames(kernel(), agencyId)).flatMap(([key, { name, url }]) =>
        name !== undefined && url !== undefined ? [[key, { name, url }]] : [],
      ),
    );
  return {
    id: 'core.names',
    title: 'core.settings.names',
    order: 20,
    read: (_ctx, agency) => own(agency.id),
    async write(ctx, agency, values) {
      const before = await own(agency.id);
      const wishes = new Map(Object.keys(before).map((key): [string, Wish | null] => [key, null]));
      for (const [key, wish] of Object.entries(values)) wishes.set(key, wish as Wish);
      const same = (key: string, wish: Wish | null): boolean => wish?.name === before[key]?.name && wish?.url === before[key]?.url;
      const changed = [...wishes].filter(([key, wish]) => !same(key, wish));
      if (changed.length > 0) await ctx.use(NamesPort).save(agency, Object.fromEntries(changed));
    },
  };
};
