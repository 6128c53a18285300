import type { Page } from 'playwright';

/** One thing that is painted: where it stands, and how it looks. */
export interface Mark {
  /** Left and top within the page's content, width and height, in whole pixels. */
  box: [number, number, number, number];
  look: string;
}

/**
 * What a person sees of a page's content, from top to bottom: everything that has a text, a ground, a border or a shadow, or is a picture or an
 * input, with its place, its size and the styles that decide how it looks.
 */
export const outlineOf = (page: Page): Promise<Mark[]> => page.evaluate(paintedMarks);

function paintedMarks(): Mark[] {
  const TRANSPARENT = 'rgba(0, 0, 0, 0)';
  const hex = (color: string): string =>
    color
      .replace(/url\(.*\)/, 'url')
      .replace(/rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/g, (_all, r: string, g: string, b: string, alpha?: string) => {
        const digits = [r, g, b].map((part) => Number(part).toString(16).padStart(2, '0')).join('');
        return `#${digits}${alpha === undefined ? '' : `/${alpha}`}`;
      });
  /** Which icon it is, or with what colours a drawing is made of how many pieces. */
  const drawingOf = (svg: SVGElement): string => {
    const icon = /tabler-icon-[a-z0-9-]+/.exec(svg.getAttribute('class') ?? '')?.[0];
    if (icon) return `${icon} ${hex(getComputedStyle(svg).stroke)}`;
    const pieces = [...svg.querySelectorAll('path, rect, circle, line, polyline, polygon, text')];
    const colors = pieces
      .flatMap((piece) => [getComputedStyle(piece).fill, getComputedStyle(piece).stroke])
      .filter((color) => color !== 'none');
    return `of ${pieces.length} ${[...new Set(colors)].slice(0, 8).map(hex).join(' ')}`;
  };
  const main = document.querySelector('main')!;
  const origin = main.getBoundingClientRect();
  const marks: Mark[] = [];
  for (const at of main.querySelectorAll<HTMLElement | SVGElement>('*')) {
    // What is for those who cannot see is clipped away.
    if (
      at.parentElement?.closest('svg') ||
      at.closest('[class*=VisuallyHidden]') ||
      !at.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const { left, top, width, height } = at.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const style = getComputedStyle(at);
    const said = [...at.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .trim();
    const borders = ['top', 'right', 'bottom', 'left'].map((side) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 && style.getPropertyValue(`border-${side}-style`) !== 'none'
        ? `${style.getPropertyValue(`border-${side}-width`)} ${hex(style.getPropertyValue(`border-${side}-color`))}`
        : '',
    );
    const typed =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.value || (at.placeholder && `(${at.placeholder})`) : '';
    const isDrawn = /^(svg|img|input|textarea|select|canvas|hr)$/i.test(at.tagName);
    const ground = style.backgroundColor === TRANSPARENT ? '' : hex(style.backgroundColor);
    const image = style.backgroundImage === 'none' ? '' : 'picture';
    // An icon that is a file of the server's: which one it is.
    const drawn = /([\w-]+)\.svg/.exec(style.maskImage)?.[1] ?? '';
    const shadow = style.boxShadow === 'none' ? '' : hex(style.boxShadow);
    if (!said && !typed && !isDrawn && !ground && !image && !shadow && borders.every((border) => !border)) continue;
    const text = said || typed;
    const parts = [
      at.getAttribute('role') ?? at.tagName.toLowerCase(),
      at instanceof SVGElement ? drawingOf(at) : '',
      text && JSON.stringify(text.length > 48 ? `${text.slice(0, 40)}…${text.length}` : text),
      text &&
        `${hex(style.color)} ${style.fontSize} ${style.fontWeight}${style.textDecorationLine === 'none' ? '' : ` ${style.textDecorationLine}`}`,
      drawn && `drawn ${drawn}`,
      ground && `on ${ground}`,
      image,
      new Set(borders).size === 1 ? borders[0] && `border ${borders[0]}` : `border ${borders.map((border) => border || '-').join(', ')}`,
      style.borderRadius === '0px' || !(ground || image || borders.some(Boolean)) ? '' : `radius ${style.borderRadius}`,
      shadow && `shadow ${shadow}`,
      style.opacity === '1' ? '' : `opacity ${style.opacity}`,
      at.matches(':disabled, [aria-disabled=true]') ? 'disabled' : '',
    ];
    marks.push({
      box: [left - origin.left, top - origin.top, width, height].map(Math.round) as Mark['box'],
      look: parts.filter(Boolean).join(' '),
    });
  }
  return marks;
}
