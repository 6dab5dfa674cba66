import { type LoginDomain, proofName, proofValue } from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { loginDomains } from '../../../../schema/platform/sign-on/tables.ts'
import { inPlace } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { violatedUnique } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type RowOf, select, typed } from '../../../core/record.ts'
import { textsOf } from '../../../integrations/dns/client.ts'
import { MEMBER_IDS } from '../members/index.ts'
import { endOtherSessions, releaseDomain, requireAtDomain } from '../session/index.ts'
import { tellNews } from './health.ts'

/**
 * The domains of a company's people, in the directory. A claim is nothing until a DNS record proves it, and a proven
 * domain is one company's. The record is looked for again every day: without it, the domain counts for three more days.
 */

const COLUMNS = select(loginDomains, 'd', ['ofCompany', 'domain', 'token', 'provenAt', 'checkedAt', 'missingSince'])
type Row = RowOf<typeof COLUMNS>
const OF_COMPANY = typed`SELECT ${COLUMNS} FROM directory_login_domains d WHERE d.of_company = ? ORDER BY d.domain`
const ONE = typed`SELECT ${COLUMNS} FROM directory_login_domains d WHERE d.of_company = ? AND d.domain = ?`
const AT_ONCE = 20
const DUE = typed`SELECT ${COLUMNS} FROM directory_login_domains d
  WHERE d.proven_at IS NOT NULL AND d.checked_at < ? LIMIT ${AT_ONCE}`

const DAY_MS = 24 * 60 * 60 * 1000
/** So long a domain counts whose record is missing. */
const GRACE_MS = 3 * DAY_MS

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const shownDomain = (row: Row): LoginDomain => ({
  domain: row.domain,
  recordName: proofName(row.domain),
  recordValue: proofValue(row.token),
  provenAt: instantOf(row.provenAt),
  checkedAt: instantOf(row.checkedAt),
  missingSince: instantOf(row.missingSince),
})

/** What to enter at the domain's DNS, in words. */
export const recordOf = ({ domain, token }: Pick<Row, 'domain' | 'token'>): string =>
  `It’s a TXT record named ${proofName(domain)} with the value ${proofValue(token)}.`

export const domainsOf = ({ directory }: BaseContext, companyId: string): Promise<Row[]> =>
  directory.all(directory.sql(OF_COMPANY, companyId))

export const domainOf = ({ directory }: BaseContext, companyId: string, domain: string): Promise<Row | null> =>
  directory.first(directory.sql(ONE, companyId, domain))

/** Statements for the directory: claims the new ones and gives up the others. */
export const claimStatements = (
  { directory, clock }: BaseContext,
  companyId: string,
  domains: readonly string[],
): D1PreparedStatement[] => [
  directory.sql(
    `DELETE FROM directory_login_domains
      WHERE of_company = ? AND domain NOT IN (SELECT value FROM json_each(?))`,
    companyId,
    JSON.stringify(domains),
  ),
  ...domains.map((domain) =>
    directory.sql(
      'INSERT OR IGNORE INTO directory_login_domains (of_company, domain, token, claimed_at) VALUES (?, ?, ?, ?)',
      companyId,
      domain,
      newSecret(),
      clock.now(),
    ),
  ),
]

/** What came of looking for a record. */
type Checked = 'PROVEN' | 'MISSING' | 'LOST' | 'TAKEN'

const TOLD = {
  DOMAIN_MISSING: {
    action: 'company.login-domain-missing',
    message: (domain: string) =>
      `The DNS record of the login domain ${domain} is missing. It counts for three more days`,
  },
  DOMAIN_LOST: {
    action: 'company.login-domain-lost',
    message: (domain: string) => `The login domain ${domain} no longer counts, because its DNS record is missing`,
  },
  DOMAIN_FOUND: {
    action: 'company.login-domain-found',
    message: (domain: string) => `The DNS record of the login domain ${domain} is there again`,
  },
} as const

/**
 * Before the directory has it, so that it isn't lost if that breaks off. The look before names it, so that it is told once
 * by all who look again.
 */
const tellOfDomain = (
  here: BaseContext,
  { ofCompany, domain, checkedAt }: Row,
  what: keyof typeof TOLD,
  statements: D1PreparedStatement[] = [],
): Promise<void> =>
  tellNews(here, ofCompany, {
    statements,
    key: `login-domain:${ofCompany}:${domain}:${what}:${checkedAt}`,
    action: TOLD[what].action,
    message: TOLD[what].message(domain),
    news: { what, domain },
  })

/** Looks for the record of a domain, and writes what was found. Throws if the name service doesn't answer. */
export const checkDomain = async (context: BaseContext, row: Row): Promise<Checked> => {
  const { directory, clock } = context
  const now = clock.now()
  const isThere = (await textsOf(proofName(row.domain))).includes(proofValue(row.token))
  const { ofCompany, domain } = row
  const here = await inPlace(context, { companyId: ofCompany })
  const isProven = row.provenAt !== null
  if (isThere) {
    if (isProven && row.missingSince !== null) await tellOfDomain(here, row, 'DOMAIN_FOUND')
    const proven = directory.sql(
      `UPDATE directory_login_domains SET proven_at = coalesce(proven_at, ?3), checked_at = ?3, missing_since = NULL
        WHERE of_company = ?1 AND domain = ?2`,
      ofCompany,
      domain,
      now,
    )
    try {
      await directory.batch([proven])
      await here.db.batch([
        requireAtDomain(here.db, ofCompany, domain),
        endOtherSessions(here.db, ofCompany, MEMBER_IDS),
      ])
      return 'PROVEN'
    } catch (error) {
      if (violatedUnique(error) !== null) return 'TAKEN'
      throw error
    }
  }
  const isLost = isProven && row.missingSince !== null && row.missingSince <= now - GRACE_MS
  // First, so that no one is kept out of a company that no longer answers for the domain.
  if (isLost) await tellOfDomain(here, row, 'DOMAIN_LOST', [releaseDomain(here.db, ofCompany, domain)])
  else if (isProven && row.missingSince === null) await tellOfDomain(here, row, 'DOMAIN_MISSING')
  await directory.batch([
    directory.sql(
      `UPDATE directory_login_domains
          SET checked_at = ?3, proven_at = iif(?4, NULL, proven_at),
              missing_since = iif(proven_at IS NULL, NULL, coalesce(missing_since, ?3))
        WHERE of_company = ?1 AND domain = ?2`,
      ofCompany,
      domain,
      now,
      isLost ? 1 : 0,
    ),
  ])
  return isLost ? 'LOST' : 'MISSING'
}

/** Those that were proven, and not looked at for a day. */
export const dueDomains = ({ directory, clock }: BaseContext): Promise<Row[]> =>
  directory.all(directory.sql(DUE, clock.now() - DAY_MS))
