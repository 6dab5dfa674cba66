/** Vendors that a request proposes: the vendor is made with this id once the request is approved. */

const PREFIX = 'pv-'

export const proposedVendorId = (id: string): string => `${PREFIX}${id}`

/** Whether the vendor with this id was proposed by a request. It may have been made since. */
export const isProposedVendorId = (id: string): boolean => id.startsWith(PREFIX)

const SCHEME = /^https?:\/\//

/** The domain of a web address, without "www.": vendors with the same one may be the same. Empty without an address. */
export const webDomainOf = (website: string): string =>
  (website.trim().toLowerCase().replace(SCHEME, '').split('/')[0] ?? '').replaceAll('www.', '')

/** The same in SQL, as the index `vendors_domain` has it. */
export const webDomainSql = (column: string): string => {
  const plain = `replace(replace(lower(${column}), 'https://', ''), 'http://', '') || '/'`
  return `replace(substr(${plain}, 1, instr(${plain}, '/') - 1), 'www.', '')`
}
