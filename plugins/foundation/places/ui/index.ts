export { zips } from './zips.tsx';
