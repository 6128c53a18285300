import type { Ctx, TObject, TSchema } from '../../../core/contract.ts';
import { type Evidence, type EvidenceField, type Lead, LeadFieldSets, LeadSources } from './contract.ts';

const KINDS: Record<string, EvidenceField['as']> = { uri: 'link', 'date-time': 'time', integer: 'number', number: 'number' };

/** The sources of the caller's sight, by id, with how their evidence is shown. */
export function sourcesOf(ctx: Ctx) {
  return new Map(
    ctx.contributions(LeadSources).map((source) => {
      const fields = fieldsOf(source.evidence);
      const listed = fields.find(({ name }) => name === source.listed) ?? null;
      return [source.id, { title: source.title, fields, listed, checksPlace: source.checksPlace === true }] as const;
    }),
  );
}

/** What other plugins know of leads. */
export const furtherFields = (ctx: Ctx): EvidenceField[] => ctx.contributions(LeadFieldSets).flatMap(({ fields }) => fieldsOf(fields));

export const furtherSample = (ctx: Ctx): Evidence =>
  Object.assign({}, ...ctx.contributions(LeadFieldSets).map(({ sample }) => sample(ctx))) as Evidence;

export async function further(ctx: Ctx, leads: readonly Lead[]): Promise<Map<string, Evidence>> {
  const known = new Map<string, Evidence>();
  if (leads.length === 0) return known;
  for (const set of ctx.contributions(LeadFieldSets))
    for (const [id, values] of await set.of(ctx, leads)) known.set(id, { ...known.get(id), ...values });
  return known;
}

const fieldsOf = ({ properties }: TObject): EvidenceField[] =>
  Object.entries(properties as Record<string, TSchema>).map(([name, schema]) => fieldOf(name, schema));

function fieldOf(name: string, schema: TSchema): EvidenceField {
  const { title, type, format } = schema as { title?: string; type?: string; format?: string };
  return { name, title: title ?? name, as: KINDS[format ?? type ?? ''] ?? 'text' };
}
