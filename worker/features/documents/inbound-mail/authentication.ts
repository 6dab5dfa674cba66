import type { Authentication, CheckResult } from '../../../../schema/documents/inbound-mail/values.ts'
import type { ParsedMail } from './mail.ts'

/**
 * The server that receives the emails (Cloudflare Email Routing). Results from other servers could have been written by
 * the sender.
 */
const AUTHSERV_ID = 'mx.cloudflare.net'

const resultOf = (word: string): CheckResult =>
  word === 'pass' ? 'PASS' : word === 'fail' || word === 'softfail' || word === 'policy' ? 'FAIL' : 'NONE'

/**
 * SPF, DKIM and DMARC from the receiving server's `Authentication-Results` (RFC 8601). Servers put their header on top,
 * so the first one with that name counts. Comments and quoted texts in it come from the sender.
 */
export const authenticationOf = ({ headers }: Pick<ParsedMail, 'headers'>): Authentication => {
  const found: Authentication = { spf: 'NONE', dkim: 'NONE', dmarc: 'NONE' }
  const header = headers.find(
    ({ key, value }) =>
      key === 'authentication-results' && value.trim().split(/[\s;]/)[0]?.toLowerCase() === AUTHSERV_ID,
  )
  const plain = (header?.value ?? '').replaceAll(/"[^"]*"/g, '').replaceAll(/\([^()]*\)/g, '')
  for (const part of plain.split(';').slice(1)) {
    const [, method = '', word = ''] = /^\s*(spf|dkim|dmarc)\s*=\s*(\w+)/i.exec(part) ?? []
    const check = method.toLowerCase() as keyof Authentication
    // An email can have several signatures. One valid signature is enough.
    if (Object.hasOwn(found, check) && found[check] !== 'PASS') found[check] = resultOf(word.toLowerCase())
  }
  return found
}
