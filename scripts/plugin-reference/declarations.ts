import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Something with a name in a source file, and what its doc comment says of it. */
export interface Declared {
  name: string;
  /** Its type as it is written, or the id of what is defined. */
  type: string;
  isOptional: boolean;
  doc: string;
}

const parsed = (file: string): ts.SourceFile => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The text of a doc comment on one line. */
const docOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const oneLine = (node: ts.Node): string =>
  node
    .getText()
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The interfaces of a file, each with its own doc comment and its members. */
export function interfacesIn(file: string): Map<string, { doc: string; members: Declared[] }> {
  const found = new Map<string, { doc: string; members: Declared[] }>();
  for (const node of parsed(file).statements.filter(ts.isInterfaceDeclaration)) {
    const members = node.members
      .filter((member) => member.name)
      .map((member) => ({
        name: member.name!.getText(),
        type: ts.isPropertySignature(member) && member.type ? oneLine(member.type) : 'function',
        isOptional: Boolean(member.questionToken),
        doc: docOf(member),
      }));
    found.set(node.name.text, { doc: docOf(node), members });
  }
  return found;
}

/** Constants of a file that are made by one of the functions, with the id they are made with. A constant without a doc comment has that of its type. */
export function definedIn(file: string, makers: readonly string[]): (Declared & { maker: string })[] {
  const source = parsed(file);
  const docs = new Map<string, string>();
  for (const node of source.statements)
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) docs.set(node.name.text, docOf(node));
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap((node) => {
      const call = node.initializer;
      if (!call || !ts.isCallExpression(call) || !makers.includes(call.expression.getText())) return [];
      const type = call.typeArguments?.[0]?.getText() ?? '';
      return [
        {
          name: node.name.getText(),
          maker: call.expression.getText(),
          type: idOf(call.arguments[0]!),
          isOptional: false,
          doc: docOf(statement) || docs.get(type.replace('readonly ', '').replace('[]', '')) || '',
        },
      ];
    }),
  );
}

/** `'shelf.books.v1'`, or the `id` of an object. */
function idOf(argument: ts.Expression): string {
  if (ts.isStringLiteral(argument)) return argument.text;
  const id = ts.isObjectLiteralExpression(argument)
    ? argument.properties.find((one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && one.name.getText() === 'id')
    : undefined;
  return id && ts.isStringLiteral(id.initializer) ? id.initializer.text : '';
}
