/** Query parameters that may leave the browser: which advertisement brought the visit. Everything else may name a person. */
const CAMPAIGN = /^(utm_\w+|([gdy]|fb|tt|tw)clid|[gw]braid|gad_(source|campaignid)|msclkid|li_fat_id|epik|rdt_cid|sccid)$/i;

/**
 * An address as it may be sent: origin, path, campaign parameters and, with `withRoute`, a route behind the number sign.
 * Empty for what is no web page, such as the documents of frames without an address.
 */
export function sendable(address: string, withRoute: boolean): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return '';
  }
  if (!/^https?:$/.test(url.protocol)) return '';
  const query = new URLSearchParams();
  url.searchParams.forEach((value, name) => {
    if (CAMPAIGN.test(name) && !value.includes('@')) query.append(name, value);
  });
  const text = String(query);
  const route = withRoute && /^#!?\//.test(url.hash) ? url.hash.split('?')[0]! : '';
  return url.origin + url.pathname + (text && `?${text}`) + route;
}

/** Address without query, fragment and closing slash, to tell whether two mean the same page. */
export const plain = (url: string): string =>
  url
    .replace(/[?#].*/, '')
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');
