import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/**
 * Compiles a package: its TypeScript becomes JavaScript below `dist/`, file by file, and its catalogues are copied beside it. Tests and fakes stay
 * out. Types are not looked at, `lead-platform check` does that.
 * @returns how many files there are.
 */
export function build(folder: string): number {
  const out = join(folder, 'dist');
  rmSync(out, { recursive: true, force: true });
  const found = (pattern: string): string[] =>
    globSync(pattern, { cwd: folder, exclude: ['node_modules/**', 'dist/**', '**/*.{test,fake}.ts', '**/*.d.ts'] });
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  };
  const code = found('**/*.ts');
  for (const name of code) {
    const { outputText } = ts.transpileModule(readFileSync(join(folder, name), 'utf8'), { compilerOptions: OPTIONS, fileName: name });
    write(name.replace(/\.ts$/, '.js'), outputText);
  }
  const texts = found('**/locales/*.json');
  for (const name of texts) cpSync(join(folder, name), join(out, name), { recursive: true });
  return code.length + texts.length;
}
