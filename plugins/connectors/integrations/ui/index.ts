export { template } from './template.tsx';
