import type { Ctx } from '../../../core/contract.ts';
import type { ExclusionEntry, ExclusionListsApi } from './contract.ts';
import { entriesBehind, entryOf, type EntryRow } from './entries.store.ts';
import { addOne, companyOf, remove } from './exclusions.service.ts';

const shown = (row: EntryRow & { company_id: number }): ExclusionEntry => ({
  id: Number(row.id),
  companyId: row.company_id,
  entry: row.masked || row.hash.toString('hex'),
  kind: row.masked ? 'email' : row.kind,
  addedAt: row.created_at,
});

/** The port's functions, with the rights of the caller. */
export const listsOf = (ctx: Ctx): ExclusionListsApi => ({
  async behind(companyId, place, most, search) {
    const company = await companyOf(ctx, companyId, 'read');
    return (await entriesBehind(ctx, company.id, { place, most, search: search?.trim() || undefined })).map(shown);
  },
  async add(companyId, text) {
    const company = await companyOf(ctx, companyId, 'create');
    const isNew = await addOne(ctx, company, text);
    return { ...shown(await entryOf(ctx, company.id, text)), isNew };
  },
  remove: (id) => remove(ctx, id),
});
