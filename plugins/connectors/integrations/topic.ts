/** Live topic: something was sent, or a connection changed. */
export const TOPIC = 'integrations';
