import { readFileSync, writeFileSync } from 'node:fs';
import { ConnectorDocument } from '../../plugins/connectors/declarative-connectors/format/schema.ts';

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
const MARKS = /(<!-- members -->\n)[\s\S]*?(<!-- \/members -->)/;

/** Writes the table of the members of a connector's document into its page, from the schema by which documents are checked. */
export function writeDocumentMembers(file: string): void {
  writeFileSync(file, withMembers(readFileSync(file, 'utf8')));
}

/** The page with the table as it follows from the schema. */
export const withMembers = (page: string): string =>
  page.replace(MARKS, (_whole, begin: string, end: string) => `${begin}\n${membersTable()}\n\n${end}`);

function membersTable(): string {
  const rows = rowsOf(ConnectorDocument as Schema, '', new Set()).map((cells) => `| ${cells.join(' | ')} |`);
  return ['| member | type | must be there | is |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function rowsOf(schema: Schema, prefix: string, written: Set<string>): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const [each] = Object.values(member.patternProperties ?? {});
    const inner = member.properties ? member : (member.items ?? each);
    const below = member.properties ? `${path}.` : member.items ? `${path}[].` : `${path}.<name>.`;
    const own = [`\`${path}\``, typeOf(member), schema.required?.includes(name) ? 'yes' : '', member.description ?? ''];
    // A text in two languages is one row; what stands in several places is written out where it stands first.
    if (!inner?.properties || 'ar' in inner.properties || written.has(name)) return [own];
    if (name === 'steps' || name === 'answers') written.add(name);
    return [own, ...rowsOf(inner, below, written)];
  });
}

function typeOf({ type, enum: choices, properties, patternProperties, items }: Schema): string {
  if (choices) return choices.map((choice) => `\`${String(choice)}\``).join(', ');
  if (properties && 'ar' in properties) return 'text (en, ar)';
  if (patternProperties) return 'object by name';
  if (items) return `list of ${items.type === 'object' ? 'objects' : 'values'}`;
  return type === undefined ? 'any' : [type].flat().join(' or ');
}
