import type { Letterhead, Locale } from '../contract.ts';

/** The content id under which a mail carries its logo; a picture from the web would tell when it is read. */
export const LOGO_ID = 'logo@letterhead';

const INK = '#1f2430';
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Addresses become links; everything else stays text. */
const linked = (text: string, color: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) =>
      at % 2 === 1 ? `<a href="${escape(part)}" style="color:${color};word-break:break-all">${escape(part)}</a>` : escape(part),
    )
    .join('');

/** The text of a mail as simple HTML under the company's letterhead: one column that fits a telephone, nothing fetched from anywhere. */
export function htmlOf(mail: { letterhead: Letterhead; subject: string; text: string; locale: Locale }): string {
  const { letterhead, subject, text, locale } = mail;
  const color = /^#[0-9a-f]{6}$/i.test(letterhead.color) ? letterhead.color : INK;
  const name = escape(letterhead.name);
  const head = letterhead.logo
    ? `<img src="cid:${LOGO_ID}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
    : `<span style="font-size:20px;font-weight:700;color:${color}">${name}</span>`;
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((p) => `<p style="margin:0 0 16px;line-height:1.55">${linked(p, color).replaceAll('\n', '<br>')}</p>`)
    .join('');
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:${INK};font-family:Arial,Helvetica,sans-serif;font-size:15px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:10px;border-top:4px solid ${color}">
<tr><td style="padding:24px 28px 8px">${head}</td></tr>
<tr><td style="padding:8px 28px 16px">${paragraphs}</td></tr>
</table>
</body>
</html>`;
}
