import { join } from 'node:path';

export interface Member {
  name: string;
  type: string;
  doc: string;
}
const CONTRACT = join(import.meta.dirname, '../../core/contract');

/** What the contract says of a block or of a field: its doc comment and its members. Reading the types takes a moment, so it is done when somebody asks. */
export async function membersOf(kind: string, of: string): Promise<{ doc: string; members: Member[] }> {
  const { interfacesIn } = await import('../plugin-reference/declarations.ts');
  const name = kind === 'widget' ? 'FieldUi' : kind === 'screen' ? 'ViewBlock' : `${of[0]!.toUpperCase()}${of.slice(1)}Block`;
  for (const file of ['block.ts', 'overview-blocks.ts', 'form.ts']) {
    const found = interfacesIn(join(CONTRACT, file)).get(name);
    if (found)
      return {
        doc: found.doc,
        members: found.members.map(({ name: member, type, isOptional, doc }) => ({ name: isOptional ? `${member}?` : member, type, doc })),
      };
  }
  return { doc: '', members: [] };
}
