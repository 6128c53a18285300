import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { type Loaded, loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry, type Registry } from '../../core/boot/registry.ts';
import type { RouteDef, TableBlock } from '../../core/contract.ts';
import { openApi } from '../../core/http/openapi.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { eachNode } from '../../core/boot/checks/references.ts';
import { keysOf } from '../../core/i18n/plural.ts';
import { ICONS } from '../../ui/src/shell/icons.ts';

/** Calls about money that need no key: a second one finds things as the first left them. */
const SAME_TWICE: Record<string, string> = {
  'wallet.save': 'sets an amount',
  'wallet.stop-continual': 'sets a switch',
  'wallet.manual-bill': 'sets prices',
  'billing.refund': 'what the caller saw refunded before is the key of the refund',
  'wallet.reverse-top-up': 'one reversal for each operation, by its id',
  'payments.customer': 'keeps a card, and the same one again; moves no money',
  'payments.customer-direct': 'keeps a card, and the same one again; moves no money',
  'payments.account-create': 'the key of the account is made of its holder, so a repeat answers the same one',
  'payments.account-link': 'a link to a form; a second one is another link to the same',
  'payments.account-check': 'asks how an account stands',
  'payments.coupon': 'asks what a coupon is worth',
  'payments.confirmed': 'asks what became of a payment, whose outcome is written once',
  'payments.sandbox-bank': 'answers a question of the sandbox bank; a second answer finds no question',
  'wallet.confirm-top-up': 'says what became of a top-up, and begins none',
  'billing.pay': 'an invoice has one payment that is open or has succeeded',
  'billing.invoice-now': 'what is invoiced is not invoiced again',
  'billing.void': 'an invoice is void once',
  'dunning.pay-try': 'an invoice has one payment that is open or has succeeded',
  'dunning.pay-card': 'keeps a card; an invoice has one payment that is open or has succeeded',
  'dunning.pay-owed': 'an invoice has one payment that is open or has succeeded',
};

let loaded: Loaded[];
let registry: Registry;
let routes: RouteDef[];
beforeAll(async () => {
  const core = corePlugin(() => {
    throw new Error('definitions need no kernel');
  });
  loaded = [{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))];
  registry = buildRegistry(loaded);
  routes = [...registry.routes.values()].map((r) => r.def);
});

/** The tables anywhere within descriptors. */
function tablesIn(value: unknown): TableBlock[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(tablesIn);
  return (value as { as?: unknown }).as === 'table' && 'source' in value ? [value as TableBlock, ...inside] : inside;
}

/** The catalogues of the kernel, of the browser and of every plugin. */
const allTexts = (): { name: string; en: URL; ar: URL }[] => [
  ...['core', 'start', 'ui', 'overview'].map((name) => ({
    name,
    en: new URL(`../../core/locales/${name}.en.json`, import.meta.url),
    ar: new URL(`../../core/locales/${name}.ar.json`, import.meta.url),
  })),
  ...registry.plugins.flatMap((p) => (p.locales ? [{ name: p.manifest.id, ...p.locales }] : [])),
];
const texts = (file: URL): Record<string, string> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

describe('every installed plugin', () => {
  test('loads and works', () => expect(registry.report.filter((r) => r.state !== 'on')).toEqual([]));

  test('requires the plugins that come before it', () => {
    const order = registry.plugins.map((p) => p.manifest.id);
    for (const { manifest } of registry.plugins) {
      for (const id of Object.keys(manifest.requires ?? {}))
        expect(order.indexOf(id), `${manifest.id} requires ${id}`).toBeLessThan(order.indexOf(manifest.id));
    }
  });
});

describe('texts', () => {
  test('stand in both languages under the same keys, and none is empty', () => {
    for (const { name, en, ar } of allTexts()) {
      const [english, arabic] = [texts(en), texts(ar)];
      expect(keysOf(arabic), name).toEqual(keysOf(english));
      expect(
        Object.entries({ ...english, ...arabic }).filter(([, text]) => text.trim() === ''),
        name,
      ).toEqual([]);
    }
  });

  test('fill the same gaps in both languages', () => {
    const gaps = (text: string): string[] =>
      [...new Set([...text.matchAll(/\{([A-Za-z0-9_:.-]+(?:, number)?)\}/g)].map((m) => m[1]!))].sort();
    for (const { en, ar } of allTexts()) {
      const [english, arabic] = [texts(en), texts(ar)];
      for (const key of keysOf(english)) expect(gaps(arabic[key]!), key).toEqual(gaps(english[key]!));
    }
  });

  test("stand under the name of their plugin, so that nobody overwrites another's", () => {
    for (const { manifest, locales } of registry.plugins) {
      if (!locales) continue;
      expect(
        Object.keys(texts(locales.en)).filter((key) => !key.startsWith(`${manifest.id}.`) && !key.startsWith(`ui.${manifest.id}.`)),
        manifest.id,
      ).toEqual([]);
    }
  });
});

test('the browser has every icon that a descriptor names, so that no screen asks the server for one', () => {
  const named = new Set<unknown>([...registry.menu].map(({ def }) => def.icon));
  // Of a timeline it is the field of the rows that holds one.
  for (const { def } of [...registry.pages.values(), ...registry.extensions])
    eachNode(def, (node) => node['as'] !== 'timeline' && named.add(node['icon']));
  expect(named.size).toBeGreaterThan(50);
  expect([...named].filter((name) => typeof name === 'string' && !(name in ICONS))).toEqual([]);
});

test('what cannot be undone says so once: a question that is final says it by itself', () => {
  const english = Object.assign({}, ...allTexts().map(({ en }) => texts(en))) as Record<string, string>;
  const bodies = new Set<string>();
  for (const { def } of [...registry.pages.values(), ...registry.extensions])
    eachNode(def, ({ final, body }) => void (final === true && bodies.add(body as string)));
  expect(bodies.size).toBeGreaterThan(20);
  expect([...bodies].filter((body) => /be undone/.test(english[body] ?? ''))).toEqual([]);
});

describe('routes', () => {
  test('none stands in the way of another', () => {
    const pattern = (path: string): RegExp =>
      new RegExp(`^${path.replace(/\{\/:[A-Za-z0-9_]+\}/g, '(?:/[^/]+)?').replace(/:[A-Za-z0-9_]+/g, '[^/]+')}$`);
    for (const [i, route] of routes.entries()) {
      const sample = route.path.replace(/\{\/:[A-Za-z0-9_]+\}/g, '').replace(/:[A-Za-z0-9_]+/g, '-');
      const first = routes.slice(0, i).find((r) => r.method === route.method && pattern(r.path).test(sample));
      expect(first?.id, `${route.id} (${route.method} ${route.path}) is never reached`).toBeUndefined();
    }
  });

  test('a call that changes something names an action that says so', () => {
    const reading = routes.filter(
      (r) => r.method !== 'GET' && Array.isArray(r.ability) && /^(read|list|view|see|show)$/.test(r.ability[0] as string),
    );
    expect(reading.map((r) => r.id)).toEqual([]);
  });

  test('a call that moves money may be sent twice without harm', () => {
    const questions = new Set(routes.map((r) => r.asks));
    const money = routes.filter(
      (r) =>
        r.method === 'POST' && !questions.has(r.id) && /charge|top-?up|purchase|pay(?!load)|refund|settle|bill/.test(`${r.id} ${r.path}`),
    );
    expect(money.filter((r) => !r.idempotent && !(r.id in SAME_TWICE)).map((r) => r.id)).toEqual([]);
  });

  test('what fills a table gives it page by page, and takes its search, sorting and filters', () => {
    const all = tablesIn([...registry.pages.values(), ...registry.extensions].map(({ def }) => def));
    // What a form answered is there as a whole.
    const faults = all
      .filter(({ source }) => source.part === undefined)
      .flatMap((table) => {
        const taken = Object.keys(
          (registry.routes.get(table.source.route)!.def.query as { properties?: object } | undefined)?.properties ?? {},
        );
        const asked = [
          'Page',
          'PerPage',
          ...(table.search ? ['search'] : []),
          ...(table.columns.some((column) => column.sort) ? ['sortby', 'order'] : []),
          ...(table.filters ?? []).map(({ name }) => name),
        ];
        return asked.filter((name) => !taken.includes(name)).map((name) => `${table.source.route} does not take ${name}`);
      });
    expect(faults).toEqual([]);
  });

  test('only public routes show the rows of a host', () => {
    expect(routes.filter((r) => r.scope === 'host' && r.ability !== 'public').map((r) => r.id)).toEqual([]);
  });

  test('a call that anybody may make, and that writes, has a limit', () => {
    expect(routes.filter((r) => r.ability === 'public' && r.method !== 'GET' && !r.rate).map((r) => r.id)).toEqual([]);
  });

  test('a raw route states its reason', () => {
    for (const { def } of registry.raw) expect(def.why.length, def.path).toBeGreaterThanOrEqual(20);
  });
});

describe('the description of the API', () => {
  test('has every route, and nothing else', () => {
    const { paths } = openApi(registry) as { paths: Record<string, Record<string, { operationId: string }>> };
    const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`));
    const declared = routes.flatMap((r) => {
      const whole = `/api${r.path}`.replace(/:([A-Za-z0-9_]+)/g, '{$1}');
      const tails = [...whole.matchAll(/\{\/\{[A-Za-z0-9_]+\}\}/g)].length;
      return Array.from({ length: tails + 1 }, (_x, n) => {
        let left = n;
        return `${r.method} ${whole.replace(/\{(\/\{[A-Za-z0-9_]+\})\}/g, (_w, tail: string) => (left-- > 0 ? tail : ''))}`;
      });
    });
    expect(described.sort()).toEqual(declared.sort());
  });

  test('calls no two things by one name', () => {
    const { paths } = openApi(registry) as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId));
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });
});
