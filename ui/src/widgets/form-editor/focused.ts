/** As the `ref` of a part that takes the place of the one that had the focus: it has the focus as soon as it is there. */
export const focused = (element: HTMLElement | null): void => element?.focus();
