import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json' with { type: 'json' };
import { PLACE_OF_CENSUS } from './place-names.ts';

/** The room that the outlines are drawn for. */
export const VIEW_BOX = '0 0 975 610';

type Line = readonly (readonly number[])[];

/** A decimal of 975 is finer than any screen. */
const lineOf = (points: Line): string => `M${points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`;

const topology = atlas as unknown as Topology<{ states: GeometryCollection }>;
const { states } = topology.objects;

/** The outline of each state for the `d` of a path, projected already. */
export const OUTLINES: readonly { place: string; path: string }[] = feature(topology, states).features.flatMap(({ id, geometry }) => {
  const place = PLACE_OF_CENSUS.get(String(id));
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return place
    ? [
        {
          place,
          path: polygons
            .flat()
            .map((ring) => `${lineOf(ring)}Z`)
            .join(''),
        },
      ]
    : [];
});

/** The borders between states, each once. */
export const BORDERS: string = mesh(topology, states, (a, b) => a !== b)
  .coordinates.map(lineOf)
  .join('');
