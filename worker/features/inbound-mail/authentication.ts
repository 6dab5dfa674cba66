import type { Authentication, CheckResult } from '../../../schema/inbound-mail/values.ts'
import type { ParsedMail } from './mail.ts'

/** The server that takes the mails (Cloudflare Email Routing). What others say of a sender could be the sender's own words. */
const AUTHSERV_ID = 'mx.cloudflare.net'

const resultOf = (word: string): CheckResult =>
  word === 'pass' ? 'PASS' : word === 'fail' || word === 'softfail' || word === 'policy' ? 'FAIL' : 'NONE'

/**
 * SPF, DKIM and DMARC as the receiving server's `Authentication-Results` has them (RFC 8601). Servers put their
 * header on top, so the first one of that name counts; comments and quoted texts in it are the sender's.
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
    // A mail may carry several signatures: one that holds is enough.
    if (check in found && found[check] !== 'PASS') found[check] = resultOf(word.toLowerCase())
  }
  return found
}
