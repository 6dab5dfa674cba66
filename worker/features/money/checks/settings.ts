import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import {
  CHECK_MODE_WORDS,
  CHECK_RULE_WORDS,
  CHECK_RULES,
  type CheckMode,
  type CheckSettings,
  storedSettings,
} from '../../../../schema/money/checks/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { guardedRun } from '../../platform/guarded/index.ts'
import { settingsStatement } from './facts.ts'

/** What checks look for in a company, and from which amounts on. */

const readStored = async ({ db, actor }: StaffContext) => {
  const row = await db.first<{ currency: string; settings: string | null }>(settingsStatement(db, actor.companyId))
  const stored = row?.settings ?? null
  return { stored, settings: storedSettings(stored), currency: row?.currency ?? 'USD' }
}

export const readCheckSettings = query({
  id: 'checks.get-settings',
  access: 'payments.use',
  readsFirst: true,
  input: inputOf(endpoints.getCheckSettings),
  run: async (context) => {
    const { settings, currency } = await readStored(context)
    return { settings, currency }
  },
})

/** "Split below a limit: Off". */
const changesOf = (before: CheckSettings, after: CheckSettings): string[] => [
  ...CHECK_RULES.filter((rule) => before.modes[rule] !== after.modes[rule]).map(
    (rule) => `${CHECK_RULE_WORDS[rule]}: ${CHECK_MODE_WORDS[after.modes[rule]]}`,
  ),
  ...((Object.keys(after) as (keyof CheckSettings)[]).some((key) => key !== 'modes' && before[key] !== after[key])
    ? ['limits']
    : []),
]

const SUBJECT = 'What payments are checked for'

/** From a check that is off to one that holds payments. */
const STRICTNESS: Record<CheckMode, number> = { OFF: 0, TELL: 1, HOLD: 2 }

/** A check that does less, or another amount or time than that more large first payments are held. */
const isLooser = (before: CheckSettings, after: CheckSettings): boolean =>
  CHECK_RULES.some((rule) => STRICTNESS[after.modes[rule]] < STRICTNESS[before.modes[rule]]) ||
  (Object.keys(after) as (keyof CheckSettings)[]).some(
    (key) =>
      key !== 'modes' &&
      before[key] !== after[key] &&
      !(key === 'firstPaymentLimit' && after.firstPaymentLimit < before.firstPaymentLimit),
  )

const set = async (context: StaffContext, settings: CheckSettings, askedBy?: string): Promise<CheckSettings> => {
  const { db, actor, clock, newId } = context
  const { stored, settings: before } = await readStored(context)
  if (askedBy === undefined && isLooser(before, settings)) throw staleVersion(SUBJECT)
  const changes = changesOf(before, settings)
  return commit(context, {
    subject: SUBJECT,
    statements: [
      db.sql(
        `INSERT INTO check_settings (company_id, settings, updated_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (company_id) DO UPDATE SET settings = ?2, updated_at = ?3 WHERE settings = ?4`,
        ...[actor.companyId, JSON.stringify(settings), clock.now(), stored],
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `check-settings:${newId()}`,
        action: 'checks.settings-changed',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: `Changed what payments are checked for${changes.length > 0 ? ` (${changes.join('; ')})` : ''}`,
        changeData: { before, after: settings },
      },
    ],
    result: settings,
  })
}

export const setCheckSettings = command({
  id: 'checks.set-settings',
  access: 'payments.guard',
  input: inputOf(endpoints.setCheckSettings),
  run: guardedRun({
    id: 'checks.set-settings',
    loosens: async (context, after: CheckSettings) => {
      const { settings: before } = await readStored(context)
      return isLooser(before, after) ? `Checks of payments: ${changesOf(before, after).join('; ')}` : null
    },
    run: set,
    current: async (context) => (await readStored(context)).settings,
  }),
})
