import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { OlderThanSchema } from '../data/schema-age.ts';
import { failed } from './process.ts';

test.each([
  [new Error('no database'), 1],
  [new OlderThanSchema('This code is older than the database.'), 78],
])('%s ends the process with the code %i and its own words', (error, code) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    failed(error);
    expect(exit).toHaveBeenCalledWith(code);
    expect(String(write.mock.calls[0]![0])).toContain(error.message);
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
});

test('a command that nobody knows neither serves nor migrates', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['core/main.ts', 'migrat'], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Unknown command "migrat"');
});
