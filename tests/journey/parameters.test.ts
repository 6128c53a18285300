import { expect, test } from 'vitest';
import { sendable } from '../../ui/src/pixel/address.ts';
import { detailsOf } from '../../plugins/lead-intake/capture/collect/page-details.ts';

test.each([
  'utm_source',
  'utm_id',
  'gclid',
  'dclid',
  'yclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'epik',
  'rdt_cid',
  'sccid',
  'email',
  'utm',
  'xutm_source',
  'fbid',
  'token',
])('the server keeps the parameters that the script sends, and no others: %s', (name) => {
  const address = `https://shop.example/?${name}=1`;
  expect(detailsOf(new URL(address), '', undefined)?.params ?? {}).toEqual(sendable(address, false) === address ? { [name]: '1' } : {});
});
