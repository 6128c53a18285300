export * from './contract/lead.ts';
export * from './contract/reading.ts';
export * from './contract/intake.ts';
export * from './contract/funding.ts';
export * from './contract/fields.ts';
export * from './contract/selections.ts';
export * from './contract/trials.ts';
