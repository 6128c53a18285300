import { expect, test } from 'vitest';
import { iconFile } from './icon-files.ts';

test('any icon has a file, an unknown name a dot, and no other address is read', async () => {
  expect(await iconFile('/icons/building-bridge.svg')).toContain('icon-tabler-building-bridge');
  expect(await iconFile('/icons/no-such-icon.svg')).toMatch(/^<svg.*<circle/);
  for (const path of ['/icons/../home.svg', '/icons/Home.svg', '/icons/home.png', '/icons/', '/assets/home.svg', '/icons/%2e%2e.svg'])
    expect(await iconFile(path), path).toBeNull();
});
