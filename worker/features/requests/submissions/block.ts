import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { actingFor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { BLOCK_ACCESS_SQL, type SubmissionAccess, toReadable } from './visibility.ts'

export interface BlockAccess {
  block: Block
  request: SubmissionAccess
}

/** A block by its id. Throws NOT_FOUND if it is missing or the person can't see its request. */
export const requireReadableBlock = async (
  { db, actor }: StaffContext,
  blockId: string,
  more: D1PreparedStatement[] = [],
): Promise<BlockAccess & { results: Record<string, unknown>[][] }> => {
  const [blocks, requests, ...others] = await db.batch([
    db.sql(
      `SELECT block FROM level_group_statuses WHERE id = ? AND company_id = ? AND target_type = 'INTAKE_SUBMISSION'`,
      blockId,
      actor.companyId,
    ),
    db.sql(BLOCK_ACCESS_SQL, blockId, actor.companyId, JSON.stringify(actingFor(actor))),
    ...more,
  ])
  const row = blocks?.results[0]
  if (!row) throw notFound('The step')
  const request = toReadable(requests?.results[0], actor)
  return { block: JSON.parse(String(row.block)) as Block, request, results: others.map(({ results }) => results) }
}
