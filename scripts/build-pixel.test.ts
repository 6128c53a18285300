import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPixel, PIXEL_BUDGET, servedSize } from './build-pixel.ts';

test('the pixel is one small script with one place for the campaign', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pixel-'));
  try {
    const text = await buildPixel(dir);
    expect(servedSize(text)).toBeLessThanOrEqual(PIXEL_BUDGET);
    expect(text.split('__LEAD_PIXEL__')).toHaveLength(2);
    expect(text).not.toMatch(/\bimport\b|\beval\b|new Function/);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
