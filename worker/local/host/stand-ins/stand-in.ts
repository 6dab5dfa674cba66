/** A local substitute for a provider. It answers on the provider's real host name and protocol. */
export interface StandIn {
  /** `*.provider.com` answers every host that ends in `.provider.com`. */
  host: string
  answer(request: Request): Promise<Response>
}
