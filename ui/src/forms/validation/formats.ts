import { format as known } from '@cfworker/json-schema';
import { fullFormats } from 'ajv-formats/dist/formats.js';

type Check = (text: string) => boolean;

/** A format of the server's library as a function; formats of numbers say nothing about texts. */
function checkOf(format: unknown): Check {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format as Check;
  if (format !== null && typeof format === 'object' && 'validate' in format && (!('type' in format) || format.type === 'string'))
    return checkOf(format.validate);
  return () => true;
}

/** Makes the interpreter judge formats exactly as the server does. */
export function adoptServerFormats(): void {
  for (const [name, format] of Object.entries(fullFormats)) known[name] = checkOf(format);
}
