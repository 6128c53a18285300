/** The forms on screen with changes that are not saved. */
const dirty = new Set<object>();

export const markDirty = (form: object, on: boolean): void => void (on ? dirty.add(form) : dirty.delete(form));
export const anyDirty = (): boolean => dirty.size > 0;
