// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `banners_banner`. */
export interface BannerRow {
  id: number;
  name: string;
  click_url: string;
  picture_key: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
  created_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  picture_version: number;
}
