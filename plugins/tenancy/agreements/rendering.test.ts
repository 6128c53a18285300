import { describe, expect, test } from 'vitest';
import { render, strip, substitute } from './rendering.ts';

describe('placeholders', () => {
  test('are filled with text, never with markup', () =>
    expect(substitute('<p>{name}</p>', { name: `<img src=x onerror=alert(1)> & "Co" 'x'` })).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot; &#39;x&#39;</p>',
    ));

  test('are filled in one pass: a value that looks like a placeholder stays what it is', () =>
    expect(substitute('{a} {b}', { a: '{b}', b: '{a}' })).toBe('{b} {a}'));

  test('that nobody knows stay', () => expect(substitute('{a} {unknown} {}', { a: '1' })).toBe('1 {unknown} {}'));

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('never reach what every object has: %s', (name) =>
    expect(substitute(`{${name}}`, {})).toBe(`{${name}}`),
  );

  test('in an address bring in no script', () => {
    expect(render('<p><a href="{site}">x</a></p>', { site: 'javascript:alert(1)' })).toBe('<p><a>x</a></p>');
    expect(render('<p><a href="{site}">x</a></p>', { site: `"><script>alert(1)</script>` })).not.toMatch(/<script/);
    expect(render('<p><a href="https://{host}/">x</a></p>', { host: 'a.example' })).toBe('<p><a href="https://a.example/">x</a></p>');
  });

  test('a company called EXHIBIT A keeps its name', () => expect(render('<p>{name}</p>', { name: 'EXHIBIT A' })).toBe('<p>EXHIBIT A</p>'));
});

describe('what a draft has left over', () => {
  test.each([
    ['tables', '<p>a</p><table><tr><td>x <b>y</b></td></tr></table><p>b</p>', '<p>a</p><p>b</p>'],
    [
      'EXHIBIT A',
      '<h2>EXHIBIT A</h2><p>see EXHIBIT&nbsp;A here, EXHIBIT AB and Exhibit A there</p>',
      '<p>see  here, EXHIBIT AB and Exhibit A there</p>',
    ],
    ['deleted text', '<p>a<del>gone</del><s>gone</s><strike>gone <b>too</b></strike>b</p>', '<p>ab</p>'],
    [
      'yellow highlights, whose words stay',
      '<p><mark>a</mark> <span style="background-color: yellow">b</span> <span style="background:#ff0">c</span></p>',
      '<p>a b c</p>',
    ],
  ])('%s', (_what, html, clean) => expect(strip(html)).toBe(clean));
});

describe('hostile markup', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<form action="https://evil.example"><input name=p><button>x</button></form>',
    '<p style="background:url(https://evil.example)" onclick="alert(1)" id="app">x</p>',
    '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=//evil.example"><link rel=stylesheet href=//evil.example>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<style>@import url(//evil.example)</style>',
  ])('%s is harmless', (html) => {
    const clean = render(html, {});
    expect(clean).not.toMatch(/<(?!\/?(?:a|p)\b)/i);
    expect(clean).not.toMatch(/\son\w+=|style=|javascript:|srcdoc|href="\/\//i);
  });
});
