export { checkChain } from '../../plugins/ledger/statement-chain.ts';
