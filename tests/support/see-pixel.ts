import type { TestApp } from '../../core/testing/app.ts';

/** As if a visitor had met the campaign's pixel then. */
export async function seePixel({ kernel }: Pick<TestApp, 'kernel'>, campaignId: number, at = new Date()): Promise<void> {
  await kernel.platform.raw(
    `insert into capture_pixel_seen (campaign_id, company_id, at) select id, company_id, ? from campaigns_campaign where id = ?
     on conflict (campaign_id) do update set at = excluded.at`,
    [at, campaignId],
  );
}
