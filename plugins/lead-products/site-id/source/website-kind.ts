/** What a website can be seen to run on, as far as that says how to install a script; the surest advice first. */
export const WEBSITE_TRAITS = ['tag-manager', 'shopify', 'wordpress', 'app', 'consent', 'policy'] as const;
export type WebsiteTrait = (typeof WEBSITE_TRAITS)[number];

const SIGNS: Record<Exclude<WebsiteTrait, 'policy'>, RegExp> = {
  'tag-manager': /\/gtm\.js\?id=|\bGTM-[A-Z0-9]{4,12}\b/,
  shopify: /\bcdn\.shopify\.com\b|\bShopify\.theme\b/,
  wordpress: /\/wp-(?:content|includes)\/|<meta[^>]{1,40}content="WordPress/i,
  app: /<div[^>]{0,80}\bid="(?:root|app|__next|__nuxt)"|\bng-version="/,
  consent:
    /\bcdn\.cookielaw\.org\b|\bconsent\.cookiebot\.com\b|\bcdn-cookieyes\.com\b|\busercentrics\.eu\b|\bcmp\.osano\.com\b|\bapp\.termly\.io\b/,
};

/** What a page, as fetched, shows of the website; `headers` by their names in lower case. */
export function traitsOf({ body, headers }: { body: string; headers: Readonly<Record<string, unknown>> }): WebsiteTrait[] {
  const policy = [headers['content-security-policy'], /<meta[^>]{1,40}content-security-policy["'][^>]{0,2000}/i.exec(body)?.[0]];
  return WEBSITE_TRAITS.filter((trait) =>
    trait === 'policy' ? policy.some((text) => /\b(?:script|default|connect)-src\b/.test(String(text ?? ''))) : SIGNS[trait].test(body),
  );
}
