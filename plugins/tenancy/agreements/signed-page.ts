import type { Ctx } from '../../../core/contract.ts';
import type { Acceptance } from './acceptances.store.ts';
import { substitute } from './rendering.ts';

/** A page of its own around the accepted text; the text itself is put in as it was kept, so that its hash can be checked. */
const PAGE = `<!doctype html>
<html lang="{lang}" dir="{dir}">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
<!-- accepted text -->
<hr>
<p>{by}</p>
<p>SHA-256: <code>{sha256}</code></p>
</body>
</html>
`;

/** The signed copy as a file that opens anywhere. */
export function signedPage(ctx: Ctx, title: string, signed: Acceptance & { html: string }): string {
  const page = substitute(PAGE, {
    lang: signed.locale,
    dir: signed.locale === 'ar' ? 'rtl' : 'ltr',
    title,
    by: ctx.t('agreements.copy.signed', {
      name: signed.signer_name,
      email: signed.signer_email,
      company: signed.company_name,
      version: signed.version,
      time: signed.accepted_at.toISOString(),
      ip: signed.ip,
    }),
    sha256: signed.sha256.toString('hex'),
  });
  return page.replace('<!-- accepted text -->', () => `<!-- begin -->${signed.html}<!-- end -->`);
}
