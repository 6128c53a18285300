import { AccountsPort, type Ctx, definePlugin, TenantsPort } from '../../../../../core/contract.ts';

/** It says that it changes companies, and ends accounts besides. */
export async function close(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.use(AccountsPort).removeAllOf(companyId);
  await ctx.use(TenantsPort).remove(companyId);
}

export default definePlugin({
  manifest: { id: 'unsaid-change', version: '1.0.0', core: '^1', level: 'platform', changes: ['tenants'] },
});
