const MAX = 2 ** 32;
const start: number[] = [];
const round: number[] = [];

/** The constants of the standard: fractions of the square and cube roots of the first primes. */
function prepare(): void {
  for (let n = 2; round.length < 64; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (!isPrime) continue;
    if (start.length < 8) start.push((n ** (1 / 2) * MAX) | 0);
    round.push((n ** (1 / 3) * MAX) | 0);
  }
}

/**
 * SHA-256 of a text in UTF-8, as hex. The browser's own is missing on pages without https and answers too late on a page that is being left.
 */
export function sha256(text: string): string {
  if (!round[0]) prepare();
  const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, i) => blocks.setUint8(i, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);

  const hash = [...start];
  for (let at = 0; at < blocks.byteLength; at += 64) {
    const words: number[] = [];
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const [w15, w2] = [words[i - 15]!, words[i - 2]!];
      words[i] =
        i < 16
          ? blocks.getInt32(at + i * 4)
          : (words[i - 16]! + (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) + words[i - 7]! + (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10))) |
            0;
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round[i]! + words[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i]! + value) | 0));
  }
  return hash.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
