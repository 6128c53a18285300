import { definePlugin } from '../../../../../core/contract.ts';
import type { WalletApi } from '../../../../../plugins/commerce/wallet/contract.ts';

/** What it would do with a wallet. */
export type Use = (wallet: WalletApi) => void;

export default definePlugin({ manifest: { id: 'unsaid-import', version: '1.0.0', core: '^1', level: 'platform' } });
