import { createContext, useContext, type ReactNode } from 'react';
import type { Bootstrap, WireActor } from '../../../core/contract/wire.ts';

const BootstrapContext = createContext<Bootstrap | null>(null);
const EditionContext = createContext(0);

/** Gives what the server said before the first screen, and which reading of it that is. */
export const BootstrapProvider = ({ value, edition, children }: { value: Bootstrap; edition: number; children: ReactNode }): ReactNode => (
  <BootstrapContext value={value}>
    <EditionContext value={edition}>{children}</EditionContext>
  </BootstrapContext>
);

/** What the server said before the first screen. */
export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(BootstrapContext);
  if (!bootstrap) throw new Error('used outside of the application');
  return bootstrap;
}
/** The edition of descriptions this is drawn with. */
export const useEdition = (): number => useContext(EditionContext);
export const useActor = (): WireActor | null => useContext(BootstrapContext)?.actor ?? null;
