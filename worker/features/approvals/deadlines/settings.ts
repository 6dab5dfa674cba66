import * as endpoints from '../../../../schema/approvals/deadlines/endpoints.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

type Settings = endpoints.DeadlineSettings
type Input = Omit<Settings, 'version'> & { version?: number | undefined }

interface Row {
  hours: number
  nudgePercent: number | null
  escalates: number
  version: number
}

/** For a company that never set any. */
const OFF: Settings = { mode: 'OFF', hours: 16, nudgePercent: 75, version: 0 }

const toSettings = ({ hours, nudgePercent, escalates, version }: Row): Settings => ({
  mode: hours === 0 ? 'OFF' : escalates === 1 ? 'ESCALATE' : 'NUDGE',
  hours: hours || OFF.hours,
  nudgePercent: nudgePercent ?? OFF.nudgePercent,
  version,
})

const readSettings = async ({ db, actor }: Pick<StaffContext, 'db' | 'actor'>): Promise<Settings> => {
  const row = await db.first<Row>(
    db.sql(
      `SELECT hours, nudge_percent AS nudgePercent, escalates, version FROM approval_deadlines WHERE company_id = ?`,
      actor.companyId,
    ),
  )
  return row ? toSettings(row) : OFF
}

export const readDeadlines = query({
  id: 'approvals.get-deadlines',
  access: 'approvals.configure',
  input: inputOf(endpoints.getDeadlineSettings),
  readsFirst: true,
  run: (context) => readSettings(context),
})

const sentenceOf = ({ mode, hours, nudgePercent }: Omit<Settings, 'version'>): string => {
  if (mode === 'OFF') return 'Turned off approval deadlines'
  const after = mode === 'ESCALATE' ? ', then their manager can decide' : ''
  return `Set approval deadlines: ${hours} business hours, reminder after ${nudgePercent}%${after}`
}

/** Throws CONFLICT for a stale version. */
const save = lastWriteWins(async (context: StaffContext, { version, ...after }: Input): Promise<Settings> => {
  const { db, actor, clock } = context
  const before = await readSettings(context)
  if (version !== undefined && version !== before.version) throw staleVersion('The deadlines')
  const { mode, hours, nudgePercent } = after
  const { version: _, ...was } = before
  const next = before.version + 1
  if (JSON.stringify(was) === JSON.stringify({ mode, hours, nudgePercent })) return before
  return commit(context, {
    subject: 'The deadlines',
    statements: [
      db.sql(
        `INSERT INTO approval_deadlines (company_id, hours, nudge_percent, escalates, version, updated_at)
         VALUES (?1, ?2, ?3, ?4, 1, ?5)
         ON CONFLICT (company_id) DO UPDATE SET hours = excluded.hours, nudge_percent = excluded.nudge_percent,
           escalates = excluded.escalates, version = version + 1, updated_at = excluded.updated_at
          WHERE version = ?6`,
        actor.companyId,
        mode === 'OFF' ? 0 : hours,
        nudgePercent,
        mode === 'ESCALATE' ? 1 : 0,
        clock.now(),
        before.version,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `approval-deadlines:${actor.companyId}:v${next}`,
        action: 'company.approval-deadlines-changed',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: sentenceOf(after),
        changeData: { before: was, after: { mode, hours, nudgePercent } },
      },
    ],
    result: { mode, hours, nudgePercent, version: next },
  })
})

/** Runs in progress keep the deadlines that they started with. */
export const saveDeadlines = command({
  id: 'approvals.save-deadlines',
  access: 'approvals.configure',
  input: inputOf(endpoints.saveDeadlineSettings),
  run: save,
})
