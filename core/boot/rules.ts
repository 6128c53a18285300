import type { Plugin } from '../contract.ts';

/** Rules over one plugin's own definitions. Each answer is a sentence that names the definition at fault. */
export function faultsOf(plugin: Plugin): string[] {
  const id = plugin.manifest.id;
  const faults: string[] = [];
  const own = (kind: string, thing: string): void => {
    if (!thing.startsWith(`${id}.`)) faults.push(`${kind} "${thing}" must begin with "${id}."`);
  };
  const once = (kind: string, ids: readonly string[]): void => {
    for (const twice of new Set(ids.filter((x, i) => ids.indexOf(x) !== i))) faults.push(`${kind} "${twice}" is declared twice`);
  };
  if (!/^[a-z][a-z0-9-]*$/.test(id)) faults.push(`plugin id "${id}" is not kebab-case`);
  if (plugin.manifest.scope === 'agency' && !plugin.manifest.title)
    faults.push('a plugin of agency scope needs a title for the toggle list');

  for (const r of plugin.routes ?? []) {
    own('route', r.id);
    if (!r.path.startsWith('/') || r.path.startsWith('/api')) faults.push(`route "${r.id}": path is written below /api`);
    const names = [...r.path.matchAll(/:([A-Za-z_][A-Za-z0-9_]*)/g)].map((m) => m[1]!);
    const declared = Object.keys((r.params?.properties as object | undefined) ?? {});
    for (const n of names) if (!declared.includes(n)) faults.push(`route "${r.id}": path parameter "${n}" has no schema`);
    if (r.method === 'GET' && r.body) faults.push(`route "${r.id}": a GET has no body`);
    if (r.scope === 'host' && r.ability !== 'public') faults.push(`route "${r.id}": host scope is for public routes`);
    if (r.method !== 'GET' && Array.isArray(r.ability) && (r.ability[0] === 'read' || r.ability[0] === 'list'))
      faults.push(`route "${r.id}": a ${r.method} must name an action that writes, not "${r.ability[0]}"`);
    if (r.stepUp && r.viewMode === 'allow') faults.push(`route "${r.id}": step-up routes stay closed in view mode`);
  }
  for (const [hidden, by] of hiddenRoutes(plugin))
    faults.push(`route "${hidden}" is never reached: "${by}" before it takes its path; declare it first`);
  const prefix = `${id.replaceAll('-', '_')}_`;
  for (const table of Object.keys(plugin.erasure ?? {}))
    if (!table.startsWith(prefix)) faults.push(`erasure of "${table}": a plugin decides about its own tables`);
  for (const j of plugin.jobs ?? []) own('job', j.id);
  for (const e of plugin.events ?? []) own('event', e.id);
  for (const s of plugin.on ?? []) own('subscription', s.id);
  for (const f of plugin.forms ?? []) {
    own('form', f.id);
    if (f.schema.type !== 'object') faults.push(`form "${f.id}": the schema is not an object`);
    for (const field of Object.keys(f.ui ?? {}))
      if (!(field in f.schema.properties)) faults.push(`form "${f.id}": ui names "${field}", which the schema lacks`);
  }
  for (const p of plugin.pages ?? []) own('page', p.id);
  for (const m of plugin.menu ?? []) own('menu entry', m.id);
  for (const s of plugin.settings ?? []) own('setting', s.id);
  for (const r of plugin.rates ?? []) own('rate', r.id);
  for (const g of plugin.guards ?? []) own('guard', g.id);
  for (const b of plugin.banners ?? []) own('banner', b.id);
  for (const c of plugin.connectors ?? []) {
    own('connector', c.id);
    if (c.test === undefined)
      faults.push(`connector "${c.id}": give it a test of the credentials, or null where the other system has none`);
    for (const { action } of c.on) if (!(action in c.actions)) faults.push(`connector "${c.id}": there is no action "${action}"`);
  }
  for (const p of plugin.provides ?? [])
    if (!/^[a-z0-9-]+\.v\d+$|^[a-z0-9-]+\.[a-z-]+\.v\d+$/.test(p.port.id)) faults.push(`port "${p.port.id}" is not named like "${id}.v1"`);
  for (const [name, s] of Object.entries(plugin.subjects ?? {})) {
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) faults.push(`subject "${name}" is not PascalCase`);
    if (!s.fields.includes('company_id') || !s.fields.includes('agency_id'))
      faults.push(`subject "${name}": rules must be able to name company_id and agency_id`);
  }
  for (const r of plugin.raw ?? []) if (r.why.length < 20) faults.push(`raw route "${r.path}" needs a reason`);
  for (const feature of Object.keys(plugin.manifest.features ?? {}))
    if (!/^[a-z0-9_]+$/.test(feature)) faults.push(`feature "${feature}" is not snake_case`);
  once(
    'route',
    (plugin.routes ?? []).map((r) => r.id),
  );
  once(
    'route',
    (plugin.routes ?? []).map((r) => `${r.method} ${r.path}`),
  );
  once(
    'page',
    (plugin.pages ?? []).map((p) => p.id),
  );
  once(
    'form',
    (plugin.forms ?? []).map((f) => f.id),
  );
  once(
    'job',
    (plugin.jobs ?? []).map((j) => j.id),
  );
  return faults;
}

/** Routes whose literal path an earlier one with a parameter in its place already takes. */
function hiddenRoutes(plugin: Plugin): [hidden: string, by: string][] {
  const routes = plugin.routes ?? [];
  return routes.flatMap((route, at) => {
    const by = routes.slice(0, at).find((earlier) => earlier.method === route.method && covers(earlier.path, route.path));
    return by ? [[route.id, by.id] as [string, string]] : [];
  });
}

/** Does the pattern take every address of the path, with a parameter where the path has a word? */
function covers(pattern: string, path: string): boolean {
  const [wide = [], narrow = []] = [pattern, path].map((p) => p.replace(/[{}]/g, '').split('/'));
  const takes = wide.length === narrow.length && wide.every((part, i) => part.startsWith(':') || part === narrow[i]);
  return takes && narrow.some((part, i) => wide[i]!.startsWith(':') && !part.startsWith(':'));
}
