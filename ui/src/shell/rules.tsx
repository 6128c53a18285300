import type { MongoAbility } from '@casl/ability';
import { AbilityProvider, useAbility } from '@casl/react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { abilityFrom, allowsRow } from '../data/ability.ts';
import { takeRules } from '../data/offered.ts';
import { useBootstrap } from './bootstrap.tsx';

/** The actor's rules. They follow the first screen, which the server has already cleared of everything they may never do. */
export function Rules(): ReactNode {
  const { rules } = useBootstrap();
  const ability = useMemo(() => abilityFrom(rules), [rules]);
  return (
    <AbilityProvider value={ability}>
      <FollowRules />
    </AbilityProvider>
  );
}

function FollowRules(): null {
  const ability = useAbility<MongoAbility>();
  useEffect(() => takeRules((wanted, row) => allowsRow(ability, wanted, row)), [ability]);
  return null;
}
