import type { HolderCheck } from '../../../ui/src/widget-contract.ts';

export { card } from './card.tsx';

/** Stripe's package fetches its script as soon as it is read, so it is not read before it is needed: the sandbox never does. */
export const confirmAtStripe = async (check: HolderCheck): Promise<boolean> => (await import('./stripe.ts')).confirmAtStripe(check);
