/** What is used of samlp, which has no types of its own. */
declare module 'samlp' {
  export interface Claims {
    getClaims(): Record<string, string | string[]>
    getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
  }

  export interface Issue {
    key: string
    cert: string
    issuer: string
    audience: string
    recipient: string
    destination: string
    inResponseTo?: string
    lifetimeInSeconds?: number
    sessionIndex?: string
    signAssertion?: boolean
    signResponse?: boolean
    signatureAlgorithm?: string
    digestAlgorithm?: string
    profileMapper: (user: unknown) => Claims
  }

  export function getSamlResponse(
    options: Issue,
    user: unknown,
    callback: (error: Error | null, xml?: string) => void,
  ): void

  export function parseRequest(
    request: { query: Record<string, string>; method: string },
    options: object,
    callback: (
      error: Error | null,
      data?: { issuer?: string; id?: string; assertionConsumerServiceURL?: string; destination?: string },
    ) => void,
  ): void
}
