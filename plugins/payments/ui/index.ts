export { card } from './card.tsx';
export { confirmAtStripe } from './stripe.ts';
