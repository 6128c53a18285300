import type { Ctx } from '../../../core/contract.ts';
import { LeadFunding, LeadSources, type OutcomeDef } from './contract.ts';
import { DECIDING } from './deciding-rules.ts';

/** Those that the campaign's settings decide, by the field of its form. */
const SETTLED: Readonly<Record<string, string>> = {
  duplicate: 'reidentificationtype',
  outside_rules: 'nationaltargeting',
  cap: 'LimitLead',
};
/** How an observation ends in the intake, whatever source it came from. */
export const INTAKE = Object.fromEntries(
  ['lead', 'repeat', 'excluded', 'duplicate', 'outside_rules', 'cap', 'failed'].map((name): [string, OutcomeDef] => [
    name,
    {
      title: `leads.outcome.${name}`,
      why: `leads.outcome.${name}.why`,
      ...(SETTLED[name] && { remedy: 'settings', setting: SETTLED[name] }),
      ...(DECIDING[name] && { rule: DECIDING[name] }),
    },
  ]),
);
const ofIntake = (...names: string[]): [string, OutcomeDef][] => names.map((name) => [name, INTAKE[name]!]);

/** Every outcome that there is, by name: those of the intake, of the sources and of the funding. The first to declare a name has it. */
export function outcomesOf(ctx: Ctx): ReadonlyMap<string, OutcomeDef> {
  const outcomes = new Map<string, OutcomeDef>();
  const declared = [
    ...ofIntake('lead', 'repeat'),
    ...ctx.contributions(LeadSources).flatMap((source) => Object.entries(source.outcomes)),
    ...ofIntake('excluded', 'duplicate', 'outside_rules', 'cap'),
    ...ctx.contributions(LeadFunding).flatMap((funding) => Object.entries(funding.outcomes)),
    ...ofIntake('failed'),
  ];
  for (const [name, outcome] of declared) if (!outcomes.has(name)) outcomes.set(name, INTAKE[name] ?? outcome);
  return outcomes;
}

/** Names of those that count as observations of people. */
export const countedOutcomes = (ctx: Ctx): string[] => [...outcomesOf(ctx)].flatMap(([name, { isNoise }]) => (isNoise ? [] : [name]));
