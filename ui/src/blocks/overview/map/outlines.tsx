import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Place } from './map.tsx';
import styles from './map.module.css';
import { nameOfPlace } from './place-names.ts';
import { BORDERS, OUTLINES, VIEW_BOX } from './states.ts';

interface Props {
  /** Greatest first. */
  places: readonly Place[];
  title: string;
  pointed: string | null;
  onPoint: (place: string | null) => void;
}
const STEPS = 5;
const ONWARD = new Set(['ArrowDown', 'ArrowRight']);
const BACK = new Set(['ArrowUp', 'ArrowLeft']);
const OUTLINED = new Set(OUTLINES.map(({ place }) => place));

/**
 * The states in shades of their figures. One stop for the keyboard: the arrow keys go from the greatest figure down. What is pointed at is named
 * below, with its figure.
 */
export default function Outlines({ places, title, pointed, onPoint }: Props): ReactNode {
  const byPlace = new Map(places.map((one) => [one.place, one]));
  const stops = places.filter(({ place }) => OUTLINED.has(place));
  const most = stops[0]?.value ?? 0;
  const [at, setAt] = useState(0);
  const shapes = useRef(new Map<string, SVGPathElement>());
  const current = stops[Math.min(at, stops.length - 1)]?.place;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ONWARD.has(event.key) ? 1 : BACK.has(event.key) ? -1 : 0;
    const next = Math.min(stops.length - 1, Math.max(0, at + by));
    if (by === 0 || !stops[next]) return;
    event.preventDefault();
    setAt(next);
    shapes.current.get(stops[next].place)?.focus();
  };
  const outline = OUTLINES.find(({ place }) => place === pointed);
  const named = byPlace.get(pointed ?? '');
  return (
    <figure className={styles.figure}>
      <svg viewBox={VIEW_BOX} className={styles.picture} role="group" aria-label={title}>
        {OUTLINES.map(({ place, path }) => {
          const of = byPlace.get(place);
          const step = of && most > 0 && of.value > 0 ? Math.max(1, Math.ceil((STEPS * of.value) / most)) : 0;
          const known = of
            ? {
                role: 'img',
                tabIndex: place === current ? 0 : -1,
                'aria-label': `${nameOfPlace(place)}: ${of.shown}`,
                onFocus: () => onPoint(place),
                onBlur: () => onPoint(null),
                onKeyDown,
              }
            : { 'aria-hidden': true };
          return (
            <path
              key={place}
              ref={(shape) => {
                if (shape) shapes.current.set(place, shape);
              }}
              d={path}
              className={styles.state}
              data-step={step}
              onPointerEnter={() => onPoint(place)}
              onPointerLeave={() => onPoint(null)}
              {...known}
            />
          );
        })}
        <path d={BORDERS} className={styles.borders} aria-hidden />
        {outline && <path d={outline.path} className={styles.pointed} aria-hidden />}
      </svg>
      <figcaption className={styles.caption} aria-hidden>
        {pointed && (
          <>
            <b>{nameOfPlace(pointed)}</b> <bdi>{named?.shown ?? '0'}</bdi> {title}
          </>
        )}
      </figcaption>
    </figure>
  );
}
