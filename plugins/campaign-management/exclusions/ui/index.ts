export { upload } from './upload.tsx';
