/**
 * The API key of a call. Browsers never send one on their own, and with one cookies are ignored (transport/context), so there is
 * nothing to exploit.
 */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null
