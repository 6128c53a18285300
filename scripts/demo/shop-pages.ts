import { SHOP_PEOPLE } from './people.ts';

/** The demo shop: a plain site that carries the pixel like any customer's would. */
export const PAGES: Record<string, { title: string; body: string }> = {
  '/': {
    title: 'Harbor Coffee',
    body: `<h1>Small batches, roasted by the sea</h1>
      <p>This is a demo shop. Choose above whom you browse as, walk around, and watch the lead arrive in the dashboard.</p>
      <div class="grid">
        <div class="card"><h3>Lighthouse</h3><p>A bright breakfast roast.</p><a href="/beans">See the beans</a></div>
        <div class="card"><h3>North Pier</h3><p>Dark, with a little smoke.</p><a href="/beans">See the beans</a></div>
        <div class="card"><h3>Your own box</h3><p>A single-page section: three steps without a reload.</p><a href="/box/">Build a box</a></div>
      </div>`,
  },
  '/beans': {
    title: 'Beans - Harbor Coffee',
    body: `<h1>Beans</h1><div class="grid">
      <div class="card"><h3>Lighthouse, 250 g</h3><p>$14.00</p><a href="/thanks">Buy</a></div>
      <div class="card"><h3>North Pier, 250 g</h3><p>$15.50</p><a href="/thanks">Buy</a></div>
      <div class="card"><h3>Harbor Decaf, 250 g</h3><p>$14.50</p><a href="/thanks">Buy</a></div></div>`,
  },
  '/story': { title: 'Our story - Harbor Coffee', body: '<h1>Our story</h1><p>Two fishermen, one roaster and a very patient cat.</p>' },
  '/thanks': {
    title: 'Thank you - Harbor Coffee',
    body: '<h1>Thank you!</h1><p>Your beans are on their way. This is the page that counts as a conversion.</p>',
  },
  '/box/': {
    title: 'Build a box - Harbor Coffee',
    body: `<h1>Build a box</h1><section id="box" class="card"><h2>Choose a roast</h2>
      <p><button data-to="/box/">Roast</button> <button data-to="/box/size">Size</button> <button data-to="/box/done">Finish</button></p></section>`,
  },
};

/** A whole page with the navigation, the choice of person, and the pixel of the demo campaign. */
export function pageHtml(title: string, body: string, pixel: string): string {
  const options = SHOP_PEOPLE.map((p) => `<option value="${p.email}">${p.first} ${p.last} (${p.note})</option>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/style.css"><link rel="icon" href="data:,">${pixel}</head>
<body><header><strong>Harbor Coffee</strong>
<nav><a href="/">Home</a><a href="/beans">Beans</a><a href="/story">Our story</a><a href="/box/">Build a box</a><a href="/webhooks">Webhook receiver</a></nav>
<label class="who">Browse as <select id="who"><option value="">a stranger</option><option value="nobody@example.org">somebody unknown</option>${options}</select></label></header>
<main>${body}</main><script src="/shop.js"></script></body></html>`;
}
