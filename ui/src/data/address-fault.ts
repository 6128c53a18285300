import { createContext } from 'react';

/**
 * Told what is wrong with the address when a block cannot read what it asks for, such as days that are none: the page, or the list whose filters
 * stand in the address, says it once. Null where each block says it in its own place.
 */
export const AddressFault = createContext<((message: string) => void) | null>(null);
