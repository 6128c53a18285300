import { expect, test } from 'vitest';
import { intentLines } from './intent.ts';

test("the demo's records of intent are the same each time, as long ago", () => {
  const agoes = (now: string) =>
    [...intentLines(200, new Date(now))].slice(1).map((line) => {
      const [email, keyword, zip, at] = line.trim().split(',');
      return [email, keyword, zip, Date.parse(now) - Date.parse(at!)];
    });
  const lines = agoes('2026-11-22T10:00:00Z');
  expect(agoes('2027-03-01T00:00:00Z')).toEqual(lines);
  expect(new Set(lines.map(([, keyword]) => keyword)).size).toBeGreaterThan(15);
  expect(lines.every(([email, , zip]) => /^\S+@example\.net$/.test(String(email)) && /^\d{5}$/.test(String(zip)))).toBe(true);
});
