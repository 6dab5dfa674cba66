import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registeredReaders, type SubjectAccess, type SubjectReader } from './access.ts'

export interface BlockAccess {
  block: Block
  access: SubjectAccess
  reader: SubjectReader
}

/** A block by its id, of any subject. Throws NOT_FOUND if it is missing or the person can't see what it belongs to. */
export const requireReadableBlock = async (
  context: StaffContext,
  blockId: string,
  more: D1PreparedStatement[] = [],
): Promise<BlockAccess & { results: Record<string, unknown>[][] }> => {
  const { db, actor } = context
  const readers = registeredReaders()
  const [blocks, ...others] = await db.batch([
    db.sql(
      `SELECT block, target_type AS targetType FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2`,
      blockId,
      actor.companyId,
    ),
    ...readers.map((reader) => reader.ofBlock(context, blockId)),
    ...more,
  ])
  const row = blocks?.results[0]
  const index = readers.findIndex(({ targetType }) => targetType === row?.targetType)
  const reader = readers[index]
  if (!row || !reader) throw notFound('The step')
  const access = reader.toReadable(others[index]?.results[0], actor)
  const results = others.slice(readers.length).map((result) => result.results)
  return { block: JSON.parse(String(row.block)) as Block, access, reader, results }
}
