import { describe, expect, test } from 'vitest';
import { app, asOperator, crm, other, saved, withDocuments } from './documents.ts';

withDocuments();

describe('trying a document', () => {
  test('makes its calls and shows them without secrets; nothing is kept', async () => {
    await saved(
      'tried',
      crm('tried', (document) => (document['actions'].add.steps[0].basic = { user: 'me', password: '{{ auth.key }}' })),
    );
    other.plan('/contacts', { status: 201, body: '{"id":"c-1","echo":"good-key"}' });
    const { status, body } = await asOperator('POST', '/tried/try', { what: 'lead', auth: '{"key":"good-key"}' });
    expect({ status, severity: body.severity }).toEqual({ status: 200, severity: 'good' });
    expect(body.calls).toContain('POST http');
    expect(body.calls).toContain('authorization: Basic •••');
    expect(body.calls).toContain('-> 201');
    for (const secret of ['good-key', Buffer.from('me:good-key').toString('base64')]) expect(body.calls).not.toContain(secret);
    expect(await app.kernel.platform('integrations_connection').select('id')).toEqual([]);
  });

  test('says how long the other system asked to wait, and that this is no refusal', async () => {
    await saved('tried', crm('tried'));
    other.plan('/contacts', { status: 429, headers: { 'retry-after': '20' }, body: '{"error":{"message":"Slow down"}}' });
    const { body } = await asOperator('POST', '/tried/try', { what: 'lead', auth: '{"key":"good-key"}' });
    expect(body).toMatchObject({
      severity: 'warn',
      outcome: 'The other system asked to wait. To be tried again after 20 seconds. HTTP 429: Slow down',
    });
  });

  test('takes what the form begins with: an optional field that is empty counts as left out, a required one does not', async () => {
    await saved(
      'tried',
      crm('tried', (document) => {
        document['fields'].site = { label: { en: 'Site', ar: 'موقع' }, type: 'url', optional: true };
        document['fields'].list = { label: { en: 'List', ar: 'قائمة' }, type: 'text', optional: true };
      }),
    );
    other.plan('/me', 200);
    const { auth } = (await asOperator('GET', '/tried')).body;
    expect(JSON.parse(auth)).toEqual({ key: '', site: '', list: '' });
    const filled = JSON.stringify({ ...JSON.parse(auth), key: 'good-key' });
    expect(await asOperator('POST', '/tried/try', { what: 'test', auth: filled })).toMatchObject({
      status: 200,
      body: { severity: 'good' },
    });
    const empty = await asOperator('POST', '/tried/try', { what: 'test', auth });
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringMatching(/: key\.$/) }] } });
  });

  test.each([
    ['{}', 'auth'],
    ['nonsense', 'auth'],
    ['{"key":"a","more":1}', 'auth'],
  ])('refuses %s as credentials', async (auth, field) => {
    await saved('tried', crm('tried'));
    expect(await asOperator('POST', '/tried/try', { what: 'lead', auth })).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});
