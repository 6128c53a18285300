/** `jane@example.com` -> `j***@example.com`; a local part of one character is hidden whole. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${at > 1 ? first : ''}***${email.slice(at)}`;
}
