import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { RouteDef } from '../../core/contract.ts';

interface Described {
  operationId: string;
  parameters: { name: string; required: boolean; schema: { pattern: string } }[];
}

let app: TestApp;
let document: OpenAPI3;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  document = (await app.call('GET', '/api/openapi.json')).body as OpenAPI3;
});
afterAll(() => app.close());

test('is served to everybody, and is OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths!).length).toBeGreaterThan(20);
});

test('compiles to types, so every schema and reference in it holds', async () => {
  const types = astToString(await openapiTS(structuredClone(document), { silent: true }));
  expect(types).toContain('export interface paths');
  expect(types).toContain('"/api/user"');
});

test('every parameter in a path is described, and none besides', () => {
  for (const [path, methods] of Object.entries(document.paths!)) {
    for (const operation of Object.values(methods as Record<string, { parameters: { name: string; in: string }[] }>)) {
      const described = operation.parameters.filter((p) => p.in === 'path').map((p) => p.name);
      expect(described.sort(), path).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map((m) => m[1]!).sort());
    }
  }
});

test('calls that forms make name them in a header, which other callers may leave out; no other call has it', () => {
  const told = new Map<string, string[]>();
  for (const methods of Object.values(document.paths!)) {
    for (const { operationId, parameters } of Object.values(methods as Record<string, Described>)) {
      const header = parameters.find(({ name }) => name === 'x-form');
      if (header) told.set(operationId, header.schema.pattern.slice(2, -2).replaceAll('\\', '').split('|'));
      expect(header?.required ?? false, operationId).toBe(false);
    }
  }
  const forms = [...app.kernel.registry.forms.values()].map(({ def }) => def);
  for (const { id, submit } of forms) expect(told.get(submit), id).toContain(id);
  expect([...told.keys()].sort()).toEqual([...new Set(forms.map(({ submit }) => submit))].sort());
});

test('tells every caller with a token that answers may bring a new one, and how long the old one lasts', () => {
  const { components } = document as { components: { headers: Record<string, { description: string }> } };
  expect(components.headers['SessionToken']!.description).toMatch(/new token.*15 minutes.*30 seconds/);
  for (const methods of Object.values(document.paths!))
    for (const operation of Object.values(
      methods as Record<string, { security: object[]; responses: Record<string, { headers?: object }> }>,
    )) {
      const [, done] = Object.entries(operation.responses).find(([status]) => status !== 'default')!;
      const isPublic = operation.security.length === 0;
      if (!isPublic && !('content' in done && 'text/csv' in (done.content as object)))
        expect(done.headers).toEqual({ 'x-session-token': { $ref: '#/components/headers/SessionToken' } });
    }
});

test('what is asked of callers changes only on purpose', async () => {
  const line = ({ id, method, path, ability, ...r }: RouteDef): string => {
    const flags = [
      r.feature && `feature:${r.feature}`,
      r.idempotent && 'idempotent',
      r.stepUp && 'step-up',
      r.viewMode && `view-mode:${r.viewMode}`,
      r.anyAal && 'any-aal',
      r.scope && `scope:${r.scope}`,
      r.rate && `rate:${[r.rate].flat().join('+')}`,
      r.audit && `audit:${r.audit}`,
      r.upload && 'upload',
      r.db && `db:${r.db}`,
    ];
    return [method.padEnd(6), path, id, typeof ability === 'string' ? ability : ability.join(':'), ...flags.filter(Boolean)].join('  ');
  };
  const lines = [...app.kernel.registry.routes.values()].map((r) => line(r.def)).sort();
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./routes.snap.txt');
});
