import { storedType } from '../../../worker/objects/approval/packed-run.ts'
import { run } from './sessions.ts'

const HOUR = 3_600_000

interface Of {
  targetType: string
  targetId: string
  /** One that it doesn't have yet. */
  run: number
}

/** An approval in a run of its own, which this person gave so many hours after it was asked for. */
export const storeDecision = (companyId: string, of: Of, userId: string, hours: number): Promise<unknown> => {
  const rest = { ruleType: 'APPROVAL', label: 'x', decisions: [{ userId, at: 1000 + hours * HOUR }] }
  return run(
    'INSERT INTO request_blocks (target_id, run, company_id, target_type, blocks) VALUES (?, ?, ?, ?, ?)',
    ...[of.targetId, of.run, companyId, storedType(of.targetType)],
    JSON.stringify([[1, 1, 0, 1, 0, 1, null, null, 1000, null, 1000, [], [], rest]]),
  )
}
