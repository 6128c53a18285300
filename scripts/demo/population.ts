const CENSUS = `
  AL 5 AK 0.7 AZ 7.2 AR 3 CA 39.5 CO 5.8 CT 3.6 DE 1 DC 0.7 FL 21.5 GA 10.7 HI 1.5 ID 1.8 IL 12.8 IN 6.8 IA 3.2 KS 2.9 KY 4.5 LA 4.7 ME 1.4 MD 6.2 MA 7 MI 10.1
  MN 5.7 MS 3 MO 6.2 MT 1.1 NE 2 NV 3.1 NH 1.4 NJ 9.3 NM 2.1 NY 20.2 NC 10.4 ND 0.8 OH 11.8 OK 4 OR 4.2 PA 13 RI 1.1 SC 5.1 SD 0.9 TN 6.9 TX 29.1 UT 3.3 VT 0.6
  VA 8.6 WA 7.7 WV 1.8 WI 5.9 WY 0.6`;

/** How many million people live in each state, of the census of 2020. */
export const POPULATION: ReadonlyMap<string, number> = new Map(
  [...CENSUS.matchAll(/([A-Z]{2}) ([\d.]+)/g)].map(([, state, people]) => [state!, Number(people)]),
);
