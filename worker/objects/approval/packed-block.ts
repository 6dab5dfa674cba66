import type { Block } from '../../../schema/approvals/engine/model.ts'
import { type PackedText, packedText } from './packed-text.ts'

/**
 * A block as D1 stores it: without what its columns have, and without what most blocks don't have. The column `block`
 * puts both back (migrations/0206). `basis` is only asked by the machine, which has the log.
 */
const IN_COLUMNS: ReadonlySet<string> = new Set<keyof Block>([
  ...(['id', 'parentId', 'run', 'level', 'ordinal', 'ruleType', 'label', 'status', 'workStatus', 'sequence'] as const),
  'basis',
])

/** As JSON. */
const USUAL: Partial<Record<keyof Block, string>> = {
  ...{ subLevel: '0', ruleId: 'null', approversNote: 'null', watchers: '[]', quorum: '{"kind":"ANY"}' },
  ...{ settings: '{}', decisions: '[]', assignee: 'null', openedAt: 'null', decidedAt: 'null', closedAt: 'null' },
  ...{ bypassedAt: 'null', bypassedBy: 'null', bypassNote: 'null', remindedAt: 'null', remindedBy: 'null' },
  ...{ remindedNote: 'null', reopenedAt: 'null', createdBy: 'null', automatic: 'null' },
}

const inside = (value: unknown): string => JSON.stringify(value).slice(1, -1)

/** What a block says of its people more than once, and its times. */
const partsOf = (block: Block): string[] => [
  ...[...block.approvers, ...block.decisions, ...block.workStatusHistory].map(({ userId, name }) =>
    inside({ userId, name }).slice('"userId":"'.length, -1),
  ),
  ...block.approvers.flatMap(({ via, sources }) => [inside(via), ...(sources ? [inside({ via, sources })] : [])]),
  ...[block.openedAt, block.decidedAt, block.createdAt].filter((at) => at !== null).map(String),
]

export const packedBlock = (block: Block): PackedText =>
  packedText(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(block).filter(
          ([key, value]) => !IN_COLUMNS.has(key) && JSON.stringify(value) !== USUAL[key as keyof Block],
        ),
      ),
    ),
    partsOf(block),
  )
