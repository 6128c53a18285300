import type { Sharp } from 'sharp';
import { invalid, type Problem } from './problem.ts';

/** How the pictures that can be taken begin; what a file is called says nothing. Above all there is no SVG, which is a program. */
const STARTS = {
  png: (b: Buffer) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  jpeg: (b: Buffer) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  webp: (b: Buffer) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP',
  gif: (b: Buffer) => /^GIF8[79]a$/.test(b.toString('latin1', 0, 6)),
};
export type PictureFormat = keyof typeof STARTS;

/** Which uploaded pictures are taken, and how they are drawn anew. */
export interface PictureRules {
  formats: readonly PictureFormat[];
  mostBytes: number;
  /** A picture of more pixels is not unpacked: that would fill the memory. */
  mostPixels: number;
  /** The longest side, in pixels; any length when left out. */
  longestSide?: number;
  /** The field that faults are said on. */
  field: string;
  /** Message keys; `broken` stands in for those left out. Without `animated` the first frame of a moving picture is taken. */
  problems: { broken: string; type?: string; bytes?: string; pixels?: string; animated?: string };
  /** What is kept of the picture, in which format. */
  draw(picture: Sharp, format: PictureFormat): Sharp;
}
export interface Picture {
  /** A media type, such as `image/png`. */
  type: string;
  width: number;
  height: number;
  bytes: Buffer;
}

/** An uploaded picture drawn anew, so that nothing of the file but its pixels is left. Throws 422 on the field for what the rules do not take. */
export async function redrawn(bytes: Buffer, rules: PictureRules): Promise<Picture> {
  const { formats, mostBytes, mostPixels, longestSide = Infinity, field, problems } = rules;
  const fault = (problem: keyof PictureRules['problems']): Problem => invalid(field, problems[problem] ?? problems.broken);
  const format = formats.find((name) => STARTS[name](bytes));
  if (!format) throw fault('type');
  if (bytes.length > mostBytes) throw fault('bytes');
  // A library of native code, which most processes never need.
  const { default: sharp } = await import('sharp');
  const {
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false, animated: false })
    .metadata()
    .catch(() => {
      throw fault('broken');
    });
  if (problems.animated && (pages > 1 || isAnimatedPng(format, bytes))) throw fault('animated');
  if (width * height > mostPixels || Math.max(width, height) > longestSide) throw fault('pixels');
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false }).autoOrient();
  const { data, info } = await rules
    .draw(picture, format)
    .timeout({ seconds: 5 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw fault('broken');
    });
  return { type: `image/${info.format}`, width: info.width, height: info.height, bytes: data };
}

/** The chunk that announces further frames stands before the pixels of the first. */
function isAnimatedPng(format: PictureFormat, bytes: Buffer): boolean {
  const frames = bytes.indexOf('acTL', 0, 'latin1');
  return format === 'png' && frames !== -1 && frames < bytes.indexOf('IDAT', 0, 'latin1');
}
