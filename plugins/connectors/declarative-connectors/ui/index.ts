export { document } from './document.tsx';
