/** The migrations of a plugin with a mistake. */
export const broken = (folder: string): URL => new URL(`../broken/plugins/${folder}/`, import.meta.url);
