import { createContext, useContext } from 'react';
import type { Bootstrap, WireActor } from '../../../core/contract/wire.ts';

const BootstrapContext = createContext<Bootstrap | null>(null);
export const BootstrapProvider = BootstrapContext.Provider;

/** What the server said before the first screen. */
export function useBootstrap(): Bootstrap {
  const bootstrap = useContext(BootstrapContext);
  if (!bootstrap) throw new Error('used outside of the application');
  return bootstrap;
}
export const useActor = (): WireActor | null => useContext(BootstrapContext)?.actor ?? null;
