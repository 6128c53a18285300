import type { RateDef, RawRouteDef, RouteDef } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';

type Shape = Pick<RouteDef, 'ability' | 'method' | 'rate' | 'spends' | 'limits'>;

/** Public routes that do not say what strangers may use up, or let one of them use up any amount. */
export function strangerFaults(all: Collection): Fault[] {
  const rates = new Map(all.rates.map(({ def }) => [def.id, def]));
  const faults = all.routes.flatMap(({ plugin, def }): Fault[] => {
    const found = unbounded(def, rates);
    return found ? [{ code: 'strangers', plugin, definition: `route "${def.id}"`, found }] : [];
  });
  for (const { plugin, def } of all.raw)
    if (!rawBounded(def))
      faults.push({
        code: 'strangers',
        plugin,
        definition: `raw route "${def.path}"`,
        found: 'needs to say what strangers may use up (spends) and what bounds them (limits)',
      });
  return faults;
}

/** Typed as required; a plugin that was written without types may still leave them out. */
export const rawBounded = ({ spends, limits }: Partial<RawRouteDef>): boolean =>
  Array.isArray(spends) && typeof limits === 'string' && limits.length >= 12;

/** What is wrong with the route, or null. */
export function unbounded({ ability, method, rate, spends, limits }: Shape, rates: ReadonlyMap<string, RateDef>): string | null {
  if (ability !== 'public') return spends || limits ? 'says what strangers may use up, and is not public' : null;
  if (!spends) return 'is public: it needs `spends`, what a call may use up besides reading, or []';
  if ((spends.length > 0 || method !== 'GET') && ![rate ?? []].flat().some((id) => countsCallers(rates.get(id))))
    return "may be called by anybody: it needs a `rate` by 'ip' or 'device'";
  if (spends.includes('mail') && !limits) return 'may send mail for anybody: it needs `limits`, how many of them one person gets';
  return null;
}

const countsCallers = (rate: RateDef | undefined): boolean => rate?.by === 'ip' || rate?.by === 'device';
