import { auditChecks } from '../../../../schema/platform/audit/tables.ts'
import { livesHere } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import { errorText } from '../../../core/log.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { select, typed } from '../../../core/record.ts'
import type { Env } from '../../../env.ts'
import type { ChainReport } from './chain-report.ts'
import { checkHeads, keptHeads, storedHeads } from './heads.ts'
import { continueCheck, type Walked } from './verify-chain.ts'

/**
 * Every chain is verified about once a week, without anyone asking: a long one a part at a time, one part each minute. What
 * came of the last check is kept, for the people who operate the installation.
 */

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Who has begun a part has it for this long. A part that fails is tried again after that. */
const PART_MS = 10 * 60 * 1000
/** The most pages of entries that one run reads, and companies that it looks at. */
const MOST_PAGES = 10
const MOST_COMPANIES = 20

const CHECK = select(auditChecks, 'k', ['companyId', 'walked'])
const DUE = typed`SELECT ${CHECK} FROM audit_checks k INDEXED BY audit_checks_due
  WHERE k.due_at <= ? AND ${livesHere('k.company_id')} ORDER BY k.due_at LIMIT 1`
const OF_COMPANY = typed`SELECT ${CHECK} FROM audit_checks k WHERE k.company_id = ?`

const VERIFIED = select(auditChecks, 'k', ['companyId', 'checkedAt', 'checkedBy', 'entries', 'problem'])
/** Chains that don't verify. */
export const BROKEN_CHAINS = typed`SELECT ${VERIFIED} FROM audit_checks k INDEXED BY audit_checks_broken
  WHERE k.problem IS NOT NULL AND ${livesHere('k.company_id')} LIMIT ?`
/** Chains whose first check hasn't ended. */
export const UNVERIFIED_CHAINS = typed`SELECT ${VERIFIED} FROM audit_checks k INDEXED BY audit_checks_unverified
  WHERE k.checked_at IS NULL AND ${livesHere('k.company_id')} LIMIT ?`

/** What a finished check leaves. */
export const checkedStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { checked, firstBroken }: ChainReport,
  by: string | null,
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO audit_checks (company_id, checked_at, checked_by, entries, problem, walked, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6)
     ON CONFLICT (company_id) DO UPDATE SET checked_at = excluded.checked_at, checked_by = excluded.checked_by,
       entries = excluded.entries, problem = excluded.problem, walked = NULL, due_at = excluded.due_at`,
    companyId,
    now,
    by,
    checked,
    firstBroken && `Entry ${firstBroken.auditId}: ${firstBroken.problem}`,
    now + WEEK_MS,
  )

interface Part {
  companyId: string
  /** JSON. */
  walked: string | null
}

interface Worked {
  env: Env
  db: Database
  now: number
  /** Who asked, by name; null for the regular check. */
  by: string | null
}

/** Verifies a part of a chain, and stores the report or how far it came. */
const checkPart = async ({ env, db, now, by }: Worked, { companyId, walked }: Part, mostPages: number) => {
  const [stored, kept] = await Promise.all([storedHeads(db, companyId), keptHeads(env, companyId)])
  const heads = await checkHeads(env.OUTLAY_AUDIT_KEYS, stored, kept)
  const from = walked === null ? null : (JSON.parse(walked) as Walked)
  const done = await continueCheck(db, companyId, heads, from, mostPages)
  await db.batch([
    done.report
      ? checkedStatement(db, companyId, done.report, by, now)
      : db.sql(
          'UPDATE audit_checks SET walked = ?2, due_at = ?3 WHERE company_id = ?1',
          companyId,
          JSON.stringify(done.walked),
          now,
        ),
  ])
  return done
}

/** Verifies the chains that are due, as far as one invocation may. Called every minute. */
export const checkDueChains = async ({ env, db, clock, log }: OutboxContext): Promise<void> => {
  let pages = 0
  for (let companies = 0; companies < MOST_COMPANIES && pages < MOST_PAGES; companies += 1) {
    const now = clock.now()
    const due = await db.first(db.sql(DUE, now))
    if (!due) return
    const taken = 'UPDATE audit_checks SET due_at = ?2 WHERE company_id = ?1 AND due_at <= ?3 RETURNING company_id'
    if (!(await db.first(db.sql(taken, due.companyId, now + PART_MS, now)))) return
    try {
      pages += (await checkPart({ env, db, now, by: null }, due, MOST_PAGES - pages)).pages
    } catch (error) {
      log.error('audit.check-failed', { companyId: due.companyId, error: errorText(error) })
      return
    }
  }
}

/** Whether anything of the company was ever sealed here. */
export const hasChain = async (db: Database, companyId: string): Promise<boolean> =>
  (await db.first(db.sql(OF_COMPANY, companyId))) !== null

/**
 * Verifies a company's chain from its beginning, for someone who asks. The minutes after it go on with a long one.
 * @returns the report, or null if it isn't at its end
 */
export const checkChainNow = async (worked: Worked, companyId: string): Promise<ChainReport | null> => {
  const { report } = await checkPart(worked, { companyId, walked: null }, MOST_PAGES)
  return report
}
