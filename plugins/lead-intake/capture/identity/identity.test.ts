import { expect, test } from 'vitest';
import { isHostingSoFar, loadCompanyByIp } from './company-by-ip.ts';
import { NOBODY } from '../../leads/shared.ts';
import { cleanPerson, emailHashes, personKey } from './person.ts';

const key = (person: Partial<typeof NOBODY>) => personKey(Buffer.alloc(32, 1), { ...NOBODY, ...person })?.toString('hex');

test('e-mail addresses are trimmed and lower-cased, and nothing else', () => {
  expect(cleanPerson({ email: ' Jane.Doe+Shop@Example.COM\n' }).email).toBe('jane.doe+shop@example.com');
  expect(cleanPerson({ email: 'jane@localhost' }).email).toBe('');
  expect(cleanPerson({ firstName: 'A\u0000B', state: 'il', zip: 60601, company: 'x'.repeat(999), lastName: { evil: 1 } })).toMatchObject({
    firstName: 'A B',
    state: 'IL',
    zip: '60601',
    lastName: '',
  });
  expect(emailHashes('jane@example.com').md5).toBe('9e26471d35a78862c17e467d87cddedf');
});

test('a person is their e-mail, else their phone, else their name, zip and house number', () => {
  expect(key({ email: 'a@b.example', phone: '3125550100' })).toBe(key({ email: 'a@b.example' }));
  expect(key({ phone: '+1 (312) 555-0100' })).toBe(key({ phone: '3125550100' }));
  expect(key({ firstName: 'Jo', lastName: 'Ray', zip: '60601-1234', address: 'No. 7 Oak St' })).toBe(
    key({ firstName: 'jo', lastName: 'RAY', zip: '60601', address: '7 Oak Street' }),
  );
  expect(key({ firstName: 'Jo', lastName: 'Ray', zip: '60601' })).toBeUndefined();
  expect(key({ email: 'a@b.example' })).not.toBe(personKey(Buffer.alloc(32, 2), { ...NOBODY, email: 'a@b.example' })?.toString('hex'));
});

test('the network of an address names an employer, but not those who only carry traffic', async () => {
  const companyByIp = await loadCompanyByIp();
  expect(companyByIp('128.30.2.1')).toMatch(/Massachusetts Institute of Technology/i);
  expect(companyByIp('2607:f140::1')).toMatch(/California/i);
  for (const ip of ['1.1.1.1', '73.1.2.3', '127.0.0.1', '::1', 'nonsense', '']) expect([ip, companyByIp(ip)]).toEqual([ip, '']);
});

test('the network of an address tells servers from people, also from those behind a private relay', async () => {
  await loadCompanyByIp();
  const isHosting = isHostingSoFar({ warn: () => undefined } as never);
  for (const ip of ['52.95.110.1', '34.64.4.1', '165.227.1.1', '5.9.1.1', '20.42.0.1', '2a01:4f8::1'])
    expect([ip, isHosting(ip)]).toEqual([ip, true]);
  for (const ip of ['73.1.2.3', '128.30.2.1', '172.225.46.1', '104.28.1.1', '127.0.0.1', 'nonsense'])
    expect([ip, isHosting(ip)]).toEqual([ip, false]);
});
