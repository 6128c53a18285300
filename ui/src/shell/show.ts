type Shown = 'palette' | 'shortcuts';
const listeners = new Set<(shown: Shown) => void>();

const show = (shown: Shown): void => {
  for (const listener of listeners) listener(shown);
};
export const showPalette = (): void => show('palette');
export const showShortcuts = (): void => show('shortcuts');

/** Calls `listener` when something asks for the palette or the list of shortcuts; answers how to stop. */
export function hearShow(listener: (shown: Shown) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
