/** Headers in which a key may be sent. */
const OF_KEYS = /^(?:authorization|api-?key|x-[a-z0-9-]{1,58})$/i;
/** Headers that a company may add to its calls. */
const OWN = /^x-[a-z0-9-]{1,58}$/i;
/** What servers and what stands before them believe of where a call comes from, whom it is for, or what it asks. */
const OF_SERVERS = /^x-(?:forwarded|real|original|rewrite|http-method|method|host|client-ip|cluster|envoy|proxy|amz|aws|goog|ms|azure)/i;
/** Printable characters of ASCII: nothing that ends a line. */
const VALUE = /^[\x20-\x7e]*$/;

/** Whether a header of this name may hold a key. */
export const isKeyHeader = (name: string): boolean => OF_KEYS.test(name) && !OF_SERVERS.test(name);
/** Whether a company may send a header of this name and value of its own. */
export const isOwnHeader = (name: string, value: string): boolean => OWN.test(name) && !OF_SERVERS.test(name) && VALUE.test(value);
/** Whether a header can hold this key. */
export const isKeyValue = (value: string): boolean => VALUE.test(value);
