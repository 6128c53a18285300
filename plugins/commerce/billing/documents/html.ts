import { shownMoney } from '../../../../core/contract.ts';
import type { Document } from './document.ts';
import { logoOf } from './logo.ts';

/** The document as a page by itself, to be read, printed or filed: nothing of it is fetched and nothing in it runs. */
export async function htmlOf(document: Document): Promise<string> {
  const { locale, letterhead, title, stamp, number, parties, facts, headings, lines, totals, history, footer } = document;
  const logo = letterhead.logo && (await logoOf(letterhead.logo.bytes));
  const rtl = locale === 'ar';
  const money = (cents: number): string => `<td class="n"><bdi>${escaped(shownMoney(cents))}</bdi></td>`;
  return `<!doctype html>
<html lang="${locale}" dir="${rtl ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(`${title} ${number}`)}</title>
<style>${styleFor(letterhead.color)}</style>
</head>
<body>
<header>
${logo ? `<img alt="" src="data:image/png;base64,${logo.toString('base64')}">` : ''}
<p class="name">${escaped(letterhead.name)}</p>
<h1>${escaped(title)}</h1>
${stamp ? `<p class="stamp">${escaped(stamp)}</p>` : ''}
</header>
<section class="parties">
${parties.map(({ heading, lines: side }) => `<address><h2>${escaped(heading)}</h2>${side.map(isolated).join('<br>')}</address>`).join('\n')}
</section>
<dl>
${facts.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd><bdi>${escaped(value)}</bdi></dd></div>`).join('\n')}
</dl>
<table>
<thead><tr>${headings.map((heading, n) => `<th scope="col"${n > 1 ? ' class="n"' : ''}>${escaped(heading)}</th>`).join('')}</tr></thead>
<tbody>
${lines
  .map(
    (line) =>
      `<tr><td>${escaped(line.text)}</td><td>${escaped(line.kind)}</td><td class="n">${line.quantity}</td>${money(line.unitCents)}${money(line.amountCents)}</tr>`,
  )
  .join('\n')}
</tbody>
<tfoot>
${totals.map(({ label, cents }) => `<tr><th scope="row" colspan="4">${escaped(label)}</th>${money(cents)}</tr>`).join('\n')}
</tfoot>
</table>
${
  history
    ? `<h2>${escaped(history.heading)}</h2>
<table><tbody>
${history.rows.map(({ day, text, cents }) => `<tr><td class="day"><bdi>${day}</bdi></td><td>${escaped(text)}</td>${money(cents)}</tr>`).join('\n')}
</tbody></table>`
    : ''
}
${footer.length > 0 ? `<footer>${footer.map(isolated).join('<br>')}</footer>` : ''}
</body>
</html>
`;
}

const styleFor = (color: string): string => `
@page { size: A4; margin: 18mm; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; font: 0.9rem/1.5 system-ui, 'DejaVu Sans', sans-serif; }
header img { max-width: 150px; max-height: 45px; }
h1 { margin: 0.5rem 0; color: ${color}; font-size: 1.8rem; border-bottom: 1px solid ${color}; }
h2 { margin: 0 0 0.25rem; font-size: 0.9rem; }
.name { margin: 0; font-weight: bold; }
.stamp { color: #c00; font-size: 2rem; font-weight: bold; margin: 0; }
.parties { display: flex; flex-wrap: wrap; gap: 1rem 3rem; margin: 1rem 0; }
address { flex: 1 1 14rem; font-style: normal; overflow-wrap: anywhere; }
dl div { display: flex; gap: 1rem; }
dt { flex: 0 0 9rem; color: #555; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
td, th { padding: 0.3rem 0.4rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
thead th { border-bottom: 1px solid #999; }
tbody tr { break-inside: avoid; }
tfoot { break-inside: avoid; display: table-row-group; }
tfoot th { text-align: end; font-weight: normal; }
tfoot tr:first-child > * { border-top: 1px solid #999; }
tfoot tr:last-child > * { font-weight: bold; }
.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.day { width: 7rem; }
footer { margin-top: 2rem; color: #555; border-top: 1px solid #ccc; padding-top: 0.5rem; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
`;

/** A line in the direction of its own words; a number with a dash in it is never turned around. */
const isolated = (line: string): string =>
  `<bdi>${escaped(line).replaceAll(/\d+(?:-\d+)+/g, (number) => `<bdi dir="ltr">${number}</bdi>`)}</bdi>`;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!);
