import { jsonOf, VendorFake, type VendorAnswer, type VendorCall } from '../../plugins/connectors/integrations/vendor.fake.ts';

/** A channel that messages are posted to. It cannot tell a call that is repeated from another one, so a message whose answer was lost stands there twice. */
abstract class AlertsFake extends VendorFake {
  readonly posted: string[] = [];
  /** Messages that a channel takes within a second. */
  perSecond = 1;
  limited = 0;
  #times: number[] = [];

  /** The addresses of the people whose first names stand in the messages. */
  people(): string[] {
    return this.posted.map((text) => `${/New lead: (\S+)/.exec(text)![1]!.toLowerCase()}@example.com`);
  }

  protected post(text: string, answer: VendorAnswer): VendorAnswer {
    const now = Date.now();
    this.#times = this.#times.filter((time) => time > now - 1_000);
    if (this.#times.length >= this.perSecond) {
      this.limited += 1;
      return this.busy();
    }
    this.#times.push(now);
    this.posted.push(text);
    return answer;
  }
}

/** Plays Slack's incoming webhooks: answers in plain text, and knows an address by its last part. */
export class SlackFake extends AlertsFake {
  get url(): string {
    return `https://hooks.slack.com/services/T0AB/B0CD/${this.key}`;
  }

  protected override busy(): VendorAnswer {
    return { ...said(429, 'rate_limited'), headers: { 'content-type': 'text/html', 'retry-after': '1' } };
  }

  protected answer(call: VendorCall): VendorAnswer {
    const [, what, team, , key] = call.path.split('/');
    if (call.method !== 'POST' || what !== 'services') return said(404, 'no_service');
    if (team !== 'T0AB') return said(404, 'no_team');
    if (key !== this.key) return said(403, 'invalid_token');
    const { text, blocks } = jsonOf(call) ?? {};
    if (!Array.isArray(blocks)) return said(400, typeof text === 'string' ? 'no_text' : 'invalid_payload');
    return this.post(JSON.stringify(blocks), said(200, 'ok'));
  }
}

/** Plays a workflow of Microsoft Teams that posts what a webhook gets: the signature in the address is its credential. */
export class TeamsFake extends AlertsFake {
  get url(): string {
    return `https://prod-01.westus.logic.azure.com/workflows/1/triggers/manual/paths/invoke?api-version=2016-06-01&sig=${this.key}`;
  }

  protected answer(call: VendorCall): VendorAnswer {
    if (call.query.get('sig') !== this.key)
      return { status: 401, json: { error: { code: 'DirectApiAuthorizationRequired', message: 'The request must be authenticated.' } } };
    const { attachments } = (jsonOf(call) ?? {}) as { attachments?: { contentType?: string; content?: unknown }[] };
    const [card] = attachments ?? [];
    if (card?.contentType !== 'application/vnd.microsoft.card.adaptive')
      return { status: 400, json: { error: { code: 'TriggerInputSchemaMismatch', message: 'Not an adaptive card.' } } };
    return this.post(JSON.stringify(card.content), { status: 202 });
  }
}

const said = (status: number, text: string): VendorAnswer => ({ status, text, headers: { 'content-type': 'text/html' } });
