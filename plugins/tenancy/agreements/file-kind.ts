import { invalid } from '../../../core/contract.ts';

interface Kind {
  type: string;
  ending: RegExp;
  fits(bytes: Buffer): boolean;
}
const begins =
  (...signature: number[]) =>
  (bytes: Buffer): boolean =>
    bytes.subarray(0, signature.length).equals(Buffer.from(signature));
const isPlain = (bytes: Buffer): boolean => {
  try {
    return !bytes.includes(0) && !/^\s*</.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes).slice(0, 100));
  } catch {
    return false;
  }
};
const zip = begins(0x50, 0x4b, 0x03, 0x04);

/** What may be shared: documents, pictures, tables and archives; nothing that a browser or a system would run. */
const KINDS: Kind[] = [
  { type: 'application/pdf', ending: /\.pdf$/i, fits: begins(0x25, 0x50, 0x44, 0x46, 0x2d) },
  { type: 'image/png', ending: /\.png$/i, fits: begins(0x89, 0x50, 0x4e, 0x47) },
  { type: 'image/jpeg', ending: /\.jpe?g$/i, fits: begins(0xff, 0xd8, 0xff) },
  { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', ending: /\.docx$/i, fits: zip },
  { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: /\.xlsx$/i, fits: zip },
  { type: 'application/zip', ending: /\.zip$/i, fits: zip },
  { type: 'text/csv; charset=utf-8', ending: /\.csv$/i, fits: isPlain },
  { type: 'text/plain; charset=utf-8', ending: /\.txt$/i, fits: isPlain },
];

/** The media type of an uploaded file: its content must be what its name says. Throws 422 on `file` for anything else. */
export function typeOf(file: { name: string; bytes: Buffer }): string {
  if (file.bytes.length === 0) throw invalid('file', 'agreements.problem.empty');
  const kind = KINDS.find((k) => k.ending.test(file.name) && k.fits(file.bytes));
  if (!kind) throw invalid('file', 'agreements.problem.file-kind');
  return kind.type;
}
