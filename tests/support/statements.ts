export { checkChain } from '../../plugins/money/ledger/statement-chain.ts';
