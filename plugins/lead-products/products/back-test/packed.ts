const RECORD = 16;
const WORD = 2 ** 32;
const YEAR_2000 = Date.UTC(2000);

/** A whole number of up to 53 bits. */
const numberAt = (packed: Buffer, at: number): number => packed.readUInt32BE(at) * WORD + packed.readUInt32BE(at + 4);

/** People and milliseconds of `ObservedDay.wanted`, in the order of time. */
export function inOrder(packed: Buffer | null): { people: Float64Array; times: Float64Array } {
  const length = packed ? packed.length / RECORD : 0;
  const people = new Float64Array(length);
  const times = new Float64Array(length);
  let isOrdered = true;
  for (let n = 0; n < length; n += 1) {
    people[n] = numberAt(packed!, n * RECORD);
    times[n] = numberAt(packed!, n * RECORD + 8) / 1000 + YEAR_2000;
    isOrdered &&= n === 0 || times[n]! >= times[n - 1]!;
  }
  if (isOrdered) return { people, times };
  const order = Uint32Array.from({ length }, (_, n) => n).sort((a, b) => times[a]! - times[b]! || a - b);
  return { people: Float64Array.from(order, (n) => people[n]!), times: Float64Array.from(order, (n) => times[n]!) };
}
