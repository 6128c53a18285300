import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationPart, FormOp } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { layersOfCompanies, lockLayers, replacePublished } from './form-store.ts';

interface Layer {
  version: number;
  ops: readonly FormOp[];
  extra: Record<string, Record<string, unknown>>;
}
const NONE: Layer = { version: 1, ops: [], extra: {} };
const isEmpty = ({ ops, extra }: Layer): boolean => ops.length === 0 && Object.keys(extra).length === 0;

/** What an agency has changed of forms, for everybody. What it changed for one of its roles stays its own, and so do its drafts. */
export const formsPart = (kernel: () => Kernel): ConfigurationPart => {
  const read: ConfigurationPart['read'] = async (ctx, agency) => {
    const rows = (await layersOfCompanies(ctx.db, [agency.id])).filter(({ role, state }) => role === '' && state === 'published');
    const layers = rows.map((row): [string, Layer] => [row.form_id, { version: row.base_version, ops: row.ops, extra: row.extra }]);
    return Object.fromEntries(layers.filter(([, layer]) => !isEmpty(layer)));
  };
  return {
    id: 'core.forms',
    title: 'core.configuration.forms',
    order: 60,
    read,
    async write(ctx, agency, values) {
      const before = await read(ctx, agency);
      for (const formId of [...new Set([...Object.keys(before), ...Object.keys(values)])].toSorted()) {
        if (isDeepStrictEqual(before[formId], values[formId])) continue;
        const { version, ops, extra } = (values[formId] ?? NONE) as Layer;
        const at = { company: agency, formId, role: '' };
        await lockLayers(ctx.db, at);
        await replacePublished(ctx.db, at, { baseVersion: version, ops, extra }, kernel().now(), ctx.actor.id);
      }
      await ctx.live('forms', agency);
    },
  };
};
