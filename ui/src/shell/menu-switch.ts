/** Lets a shortcut open and shut the sidebar without knowing where it is. */
const listeners = new Set<() => void>();

export const switchMenu = (): void => {
  for (const listener of listeners) listener();
};
export const hearMenu = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
