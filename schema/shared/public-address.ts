/** Which network addresses a server may call for a user (specification 2 §3, WEBHOOK). Pure. */

const octetsOf = (text: string): number[] | null => {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  const octets = match?.slice(1).map(Number)
  return octets?.every((octet) => octet <= 255) ? octets : null
}

/** Everything that the special-purpose address registry (RFC 6890 and later) keeps off the public network. */
const isPublicV4 = ([a = 0, b = 0, c = 0]: number[]): boolean =>
  !(
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113) ||
    a >= 224
  )

/** The eight groups of an IPv6 address, or null if it isn't one. */
const groupsOf = (text: string): number[] | null => {
  let rest = text.toLowerCase()
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(rest)
  if (tail) {
    const octets = octetsOf(tail[2] ?? '')
    if (!octets) return null
    const [a = 0, b = 0, c = 0, d = 0] = octets
    rest = `${tail[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  }
  const halves = rest.split('::')
  if (halves.length > 2) return null
  const parse = (half: string) => (half === '' ? [] : half.split(':'))
  const [head = [], end = []] = halves.map(parse)
  const missing = 8 - head.length - end.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...end]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null
  return groups.map((group) => Number.parseInt(group, 16))
}

const isPublicV6 = (groups: number[]): boolean => {
  const [a = 0, b = 0] = groups
  // Global unicast is 2000::/3, which includes ranges for documentation, benchmarks, and tunnels carrying an IPv4
  // address.
  if ((a & 0xe000) !== 0x2000) return false
  if (a === 0x2002) return false
  return !(a === 0x2001 && (b < 0x200 || b === 0xdb8)) && !(a === 0x3fff && b < 0x1000)
}

export const isAddress = (text: string): boolean => octetsOf(text) !== null || groupsOf(text) !== null

export const isPublicAddress = (text: string): boolean => {
  const octets = octetsOf(text)
  if (octets) return isPublicV4(octets)
  const groups = groupsOf(text)
  return groups !== null && isPublicV6(groups)
}

const INNER = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)$/

/** Why a webhook can't be sent to a URL, or null. The addresses behind its name are checked when it is sent. */
export const webhookUrlProblem = (text: string): string | null => {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'Enter an address like https://hooks.company.com/outlay'
  }
  if (url.protocol !== 'https:') return 'The URL must start with https://'
  if (url.username || url.password) return 'The URL can’t contain a user name or password'
  if (url.port && url.port !== '443') return 'The URL must use the standard HTTPS port'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isAddress(host)) return isPublicAddress(host) ? null : 'The URL must be public'
  if (!host.includes('.') || INNER.test(host)) return 'The URL must be public'
  return null
}
