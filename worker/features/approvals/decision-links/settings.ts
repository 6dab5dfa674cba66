import * as endpoints from '../../../../schema/approvals/decision-links/endpoints.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { type Database, guardOneRow } from '../../../core/database.ts'
import { staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { requiresLogin } from '../../platform/session/index.ts'

type Settings = endpoints.DecisionLinkSettings
type Chosen = Pick<Settings, 'enabled' | 'maxAmount'>
type Input = Chosen & { version?: number | undefined }

/** For a company that never set any. */
const DEFAULT = { enabled: true, maxAmount: null, version: 0 }

export const settingsStatement = (db: Pick<Database, 'sql'>, companyIds: readonly string[]): D1PreparedStatement =>
  db.sql(
    `SELECT j.value AS companyId, s.enabled, s.max_minor AS maxAmount, s.version,
            ${requiresLogin('j.value')} AS requiresLogin
       FROM json_each(?) j LEFT JOIN decision_link_settings s ON s.company_id = j.value`,
    JSON.stringify(companyIds),
  )

const toSettings = (row: Record<string, unknown> | undefined): Settings => ({
  ...(row && row.version !== null
    ? {
        enabled: row.enabled === 1,
        maxAmount: row.maxAmount === null ? null : Number(row.maxAmount),
        version: Number(row.version),
      }
    : DEFAULT),
  isLoginRequired: row?.requiresLogin === 1,
})

/** What holds: a company that requires a login method asks to sign in for any amount above 0. */
export const ruleOf = (row: Record<string, unknown> | undefined): Chosen => {
  const settings = toSettings(row)
  return settings.isLoginRequired ? { ...settings, maxAmount: 0 } : settings
}

/**
 * Whether the person has to sign in for it: above the company's limit, or where no rate says whether it is above.
 * @param companyAmount in minor units of the company's currency
 */
export const asksToSignIn = (
  { enabled, maxAmount }: Pick<Settings, 'enabled' | 'maxAmount'>,
  { amountValue, companyAmount }: { amountValue: number | null; companyAmount: number | null },
): boolean =>
  !enabled || (maxAmount !== null && amountValue !== null && (companyAmount === null || companyAmount > maxAmount))

const readSettings = async ({ db, actor }: Pick<StaffContext, 'db' | 'actor'>): Promise<Settings> =>
  toSettings((await db.first<Record<string, unknown>>(settingsStatement(db, [actor.companyId]))) ?? undefined)

export const readDecisionLinks = query({
  id: 'approvals.get-decision-links',
  access: 'approvals.configure',
  input: inputOf(endpoints.getDecisionLinkSettings),
  readsFirst: true,
  run: (context) => readSettings(context),
})

const sentenceOf = ({ enabled, maxAmount }: Chosen, { actor }: StaffContext): string => {
  if (!enabled) return 'Turned off deciding from emails'
  if (maxAmount === null) return 'Allowed deciding from emails, for any amount'
  return `Allowed deciding from emails up to ${formatLimit({ value: maxAmount, currency: actor.company.currency })}`
}

/** Throws CONFLICT for a stale version. */
const save = lastWriteWins(async (context: StaffContext, { version, ...after }: Input): Promise<Settings> => {
  const { db, actor, clock } = context
  const { version: current, isLoginRequired, ...before } = await readSettings(context)
  if (version !== undefined && version !== current) throw staleVersion('The settings')
  const { enabled, maxAmount } = after
  if (before.enabled === enabled && before.maxAmount === maxAmount)
    return { ...before, version: current, isLoginRequired }
  return commit(context, {
    subject: 'The settings',
    statements: [
      db.sql(
        `INSERT INTO decision_link_settings (company_id, enabled, max_minor, version, updated_at)
         VALUES (?1, ?2, ?3, 1, ?4)
         ON CONFLICT (company_id) DO UPDATE SET enabled = excluded.enabled, max_minor = excluded.max_minor,
           version = version + 1, updated_at = excluded.updated_at
          WHERE version = ?5`,
        actor.companyId,
        enabled ? 1 : 0,
        maxAmount,
        clock.now(),
        current,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `decision-links:${actor.companyId}:v${current + 1}`,
        action: 'company.decision-links-changed',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: sentenceOf(after, context),
        changeData: { before, after: { enabled, maxAmount } },
      },
    ],
    result: { enabled, maxAmount, version: current + 1, isLoginRequired },
  })
})

/** Links that were sent follow at once. */
export const saveDecisionLinks = command({
  id: 'approvals.save-decision-links',
  access: 'approvals.configure',
  input: inputOf(endpoints.saveDecisionLinkSettings),
  run: save,
})
