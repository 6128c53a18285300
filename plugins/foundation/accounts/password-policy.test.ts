import { expect, test } from 'vitest';
import type { Problem } from '../../../core/contract.ts';
import { PASSWORD_MIN_WITH_FACTOR, refuseWeakPassword } from './password-policy.ts';

const OWN = ['ava.stone@harbor.example', 'Ava Stone', 'Harbor Coffee', 'Site ID', 'searchid'];
const refusal = (password: string, min?: number): string | null => {
  try {
    refuseWeakPassword('password', password, OWN, min);
    return null;
  } catch (error) {
    return (error as Problem).errors[0]!.message;
  }
};

test.for([
  'demo-passphrase-2026',
  'four quite unrelated words',
  'كلمة مرور طويلة وغريبة',
  'correct horse battery staple '.repeat(4).trim(),
  '🐘🦊🐝🐢 walked past the 🏠 at 9',
])('%s is good', (password) => expect(refusal(password)).toBeNull());

test.for([
  ['fourteen chars', 'short'],
  ['🐘🐘🐘🐘🐘🐘🐘', 'short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'simple'],
  ['passwordpassword', 'simple'],
  ['sunshine12345678!!', 'simple'],
  ['123456789012345678', 'simple'],
  ['abcdefghijklmnopqr', 'simple'],
  ['zyxwvutsrqponmlkjih', 'simple'],
  ['p@ssw0rdp@ssw0rd1', 'simple'],
  ['qwertyuiopasdfgh', 'simple'],
  ['zaq12wsxcde34rfv', 'simple'],
  ['letmein-letmein-1', 'simple'],
  ['abcdefgh12345678', 'simple'],
  ['harbor coffee 2026', 'personal'],
  ['AvaStone@harbor.example', 'personal'],
] as const)('%s is refused as %s', ([password, why]) => expect(refusal(password)).toBe(`accounts.password.${why}`));

test('with a second factor eight are enough, but not any eight', () => {
  expect(refusal('k7#mQ2!x', PASSWORD_MIN_WITH_FACTOR)).toBeNull();
  expect(refusal('k7#mQ2!', PASSWORD_MIN_WITH_FACTOR)).toMatch(/short/);
  expect(refusal('iloveyou', PASSWORD_MIN_WITH_FACTOR)).toMatch(/simple/);
  expect(refusal('Password1!', PASSWORD_MIN_WITH_FACTOR)).toMatch(/simple/);
});

test('of a long password the beginning must be hard to guess by itself', () => {
  const tail = 'k7#mQ2!xZp4w';
  expect(refusal(`${'p@ssw0rd'.repeat(6)}${tail}`)).toMatch(/simple/);
  expect(refusal(`p@ssw0rd${tail}`)).toBeNull();
});

test('letters that look alike in Unicode count as what they stand for', () =>
  expect(refusal('ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ')).toMatch(/simple/));
