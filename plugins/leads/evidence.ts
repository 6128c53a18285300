import type { Ctx, TSchema } from '../../core/contract.ts';
import { type EvidenceField, LeadSources } from './contract.ts';

const KINDS: Record<string, EvidenceField['as']> = { uri: 'link', 'date-time': 'time', integer: 'number', number: 'number' };

/** The sources of the caller's sight, by id, with how their evidence is shown. */
export function sourcesOf(ctx: Ctx) {
  return new Map(
    ctx.slot(LeadSources).map((source) => {
      const fields = Object.entries(source.evidence.properties as Record<string, TSchema>).map(([name, schema]) => fieldOf(name, schema));
      return [source.id, { title: source.title, fields, listed: fields.find(({ name }) => name === source.listed) ?? null }] as const;
    }),
  );
}

function fieldOf(name: string, schema: TSchema): EvidenceField {
  const { title, type, format } = schema as { title?: string; type?: string; format?: string };
  return { name, title: title ?? name, as: KINDS[format ?? type ?? ''] ?? 'text' };
}
