import type { Explained } from '../../../core/contract.ts';

const oversee = ['oversee', 'Agency'] as const;

const developer = (color: string, severity: Explained['severity'] & string): Explained => ({
  icon: 'code',
  severity,
  title: `agencies.developer.${color}`,
  text: `agencies.help.${color}`,
  ability: oversee,
});

/** What the signs and labels of the list mean. Plugins that add signs of their own explain them themselves. */
export const listHelp: Explained[] = [
  { title: 'agencies.help.plan', text: 'agencies.help.plan.text' },
  developer('gray', 'neutral'),
  developer('orange', 'warn'),
  developer('blue', 'info'),
  developer('green', 'good'),
  { icon: 'coin-off', severity: 'warn', title: 'agencies.minimum-spend.mark', text: 'agencies.help.minimum-spend', ability: oversee },
];
