import { describe, expect, test } from 'vitest';
import { type Any, app, client, connect, detail, leads, log, other, withDocuments } from './documents.ts';

withDocuments();

describe('Slack', () => {
  const hook = '/services/T0/B0/secret-part';
  test('gets the name and the campaign of a lead, and nothing else before somebody chose it', async () => {
    const id = await connect('slack-alerts', { url: other.url(hook) });
    await leads('Ann');
    const [call] = other.at(hook);
    expect(call!.body).toContain('Ann Doe');
    for (const kept of ['ann@example.com', '+13125550100', 'Chicago', 'code']) expect(call!.body).not.toContain(kept);
    await app.call('PUT', `/api/integrations/${id}/fields/email`, client(), { body: { sent: 'T' } });
    await leads('Ben');
    expect(other.at(hook)[1]!.body).toContain('E-mail: ben@example.com');
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  test('reads a name as text, not as markup', async () => {
    await connect('slack-alerts', { url: other.url(hook) });
    await leads('<!channel>');
    const { text, blocks } = JSON.parse(other.at(hook)[0]!.body) as Any;
    expect(text).toContain('&lt;!channel&gt;');
    expect(JSON.stringify(blocks)).not.toContain('mrkdwn');
  });

  test.each([
    [{ status: 400, body: 'invalid_payload' }, 'rejected', 'ok', ''],
    [{ status: 404, body: 'no_service' }, 'held', 'reauthorise', 'Create a new incoming webhook in Slack and enter its URL.'],
    [
      { status: 410, body: 'channel_is_archived' },
      'held',
      'held',
      'The channel was archived in Slack. Unarchive it, or enter the webhook URL of another channel.',
    ],
    [
      { status: 403, body: 'action_prohibited' },
      'held',
      'held',
      'A Slack administrator has restricted posting to this channel. Ask them to allow the app, or use another channel.',
    ],
    [{ status: 429, body: 'rate_limited', headers: { 'retry-after': '30' } }, 'failed', 'untested', ''],
    [{ status: 500, body: 'rollup_error' }, 'failed', 'untested', ''],
  ])('that answers %j', async (reply, state, connection, remedy) => {
    other.plan(hook, reply);
    const id = await connect('slack-alerts', { url: other.url(hook) });
    await leads('Ann');
    other.plan(hook, 200);
    expect((await log(id))[0]).toMatchObject({ state, response: expect.stringContaining(reply.body) });
    expect(await detail(id)).toMatchObject({ remedy, ...(connection === 'ok' ? {} : { state: connection }) });
    expect(JSON.stringify([await log(id), await detail(id)])).not.toContain('secret-part');
  });

  test('is called under its own address alone', async () => {
    for (const url of [
      other.url('/hooks/x'),
      'https://evil.example/services/a',
      'https://hooks.slack.com.evil.example/services/a',
      'http://hooks.slack.com/services/a',
    ]) {
      const { status, body } = await app.call('POST', '/api/integrations/declared/slack-alerts', client(), { body: { url } });
      expect({ url, status, field: body.errors[0].field }).toEqual({ url, status: 422, field: 'url' });
    }
  });
});

describe('Microsoft Teams', () => {
  test('gets an adaptive card', async () => {
    const id = await connect('teams-alerts', { url: other.url('/powerautomate/workflows/1?sig=secret-sig') });
    other.plan('/powerautomate/workflows/1?sig=secret-sig', 202);
    await leads('Ann');
    const [call] = other.at('/powerautomate/workflows/1?sig=secret-sig');
    const { type, attachments } = JSON.parse(call!.body) as Any;
    expect({ type, kind: attachments[0].contentType, card: attachments[0].content.type }).toEqual({
      type: 'message',
      kind: 'application/vnd.microsoft.card.adaptive',
      card: 'AdaptiveCard',
    });
    expect(call!.body).toContain('New lead: Ann Doe');
    expect(call!.body).not.toContain('ann@example.com');
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' });
  });

  test.each([
    [{ status: 200, body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429' }, 'failed'],
    [{ status: 400, body: '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"off"}}' }, 'held'],
    [{ status: 404, body: '{"error":{"code":"WorkflowNotFound","message":"gone"}}' }, 'held'],
    [{ status: 429, body: '', headers: { 'retry-after': '5' } }, 'failed'],
  ])('that answers %j', async (reply, state) => {
    const id = await connect('teams-alerts', { url: other.url('/teams') });
    other.plan('/teams', reply);
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state });
  });
});
