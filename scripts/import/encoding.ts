/** What a file begins with when it says how it is encoded. */
const MARKS: [encoding: Encoding, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** How many of the first bytes are looked at where a file does not say. */
const SAMPLE = 2_000;
const ADVICE = 'Save the file as UTF-8 or UTF-16 and start again.';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding of a file that begins with these bytes; Latin letters in UTF-16 have a zero beside each. */
export function encodingOf(start: Buffer): Encoding {
  for (const [encoding, bytes] of MARKS) if (bytes.every((byte, at) => start[at] === byte)) return encoding;
  const zeros = [0, 0];
  const sample = start.subarray(0, SAMPLE);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > sample.length / 5) return 'utf-16le';
  return zeros[0]! > sample.length / 5 ? 'utf-16be' : 'utf-8';
}

/** The text of a file, piece by piece. Throws a sentence that names the line where the bytes are no text. */
export async function* textOf(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of input) {
    const bytes = Buffer.concat([rest, typeof part === 'string' ? Buffer.from(part) : part]);
    // The first bytes decide, so some are waited for.
    if (!decoder && bytes.length < 4) {
      rest = bytes;
      continue;
    }
    rest = Buffer.alloc(0);
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decoded(decoder, bytes, line);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1;
    yield text;
  }
  decoder ??= new TextDecoder('utf-8', { fatal: true });
  yield decoded(decoder, rest, line) + decoded(decoder, null, line);
}

/** `null` ends the text: a character of which only a part came is a fault as well. */
function decoded(decoder: TextDecoder, bytes: Buffer | null, line: number): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new Error(
      `Line ${line + (bytes ? linesBeforeFault(bytes, decoder.encoding) : 0)} is not valid ${decoder.encoding.toUpperCase()} text. ${ADVICE}`,
    );
  }
}

/** In how many lines of the bytes nothing is wrong. Only UTF-8 has lines that can be told apart by a single byte. */
function linesBeforeFault(bytes: Buffer, encoding: string): number {
  if (encoding !== 'utf-8') return 0;
  let lines = 0;
  for (let from = 0; from < bytes.length; lines += 1) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    // The first line may begin within a character.
    if (from > 0 && !Buffer.from(line.toString('utf8')).equals(line)) return lines;
    if (end === -1) return lines;
    from = end + 1;
  }
  return lines;
}
