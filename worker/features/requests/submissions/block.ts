import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { requireReadableBlock as requireBlock } from '../../approvals/blocks/index.ts'
import { requestSubject } from './subject.ts'
import type { SubmissionAccess } from './visibility.ts'

export interface BlockAccess {
  block: Block
  request: SubmissionAccess
}

/** A request's block by its id. Throws NOT_FOUND if it is missing or the person can't see its request. */
export const requireReadableBlock = async (
  context: StaffContext,
  blockId: string,
  more: D1PreparedStatement[] = [],
): Promise<BlockAccess & { results: Record<string, unknown>[][] }> => {
  const { block, access, reader, results } = await requireBlock(context, blockId, more)
  if (reader.targetType !== requestSubject.targetType) throw notFound('The step')
  return { block, request: access as SubmissionAccess, results }
}
