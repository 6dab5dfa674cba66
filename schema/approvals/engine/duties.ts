import { isTask } from '../workflows/rule-kinds.ts'
import type { Block, KeptOut } from './model.ts'

/**
 * Duties across steps: a rule can ask that people who decided an earlier step don't decide its own. It holds both ways,
 * because an edit can add an earlier step after such a one was decided. A delegate counts as the person they acted for
 * and as themselves. Undone decisions are gone from the state, so they don't count.
 */

const isEarlier = (a: Block, b: Block): boolean =>
  a.level < b.level ||
  (a.level === b.level &&
    (b.parentId === a.id || (a.parentId !== null && a.parentId === b.parentId && a.subLevel < b.subLevel)))

/** Completing a task isn't deciding. */
const isApproval = ({ ruleType }: Block): boolean => !isTask(ruleType)

const areApart = (a: Block, b: Block): boolean =>
  isApproval(a) &&
  isApproval(b) &&
  ((b.excludesEarlierDeciders === true && isEarlier(a, b)) || (a.excludesEarlierDeciders === true && isEarlier(b, a)))

/** Who had a say on a block, in person or through a delegate. */
const decidersOf = ({ decisions, bypassedBy }: Block): { userId: string; name: string }[] => [
  ...decisions.flatMap((decision) => [decision, ...(decision.onBehalfOf ? [decision.onBehalfOf] : [])]),
  ...(bypassedBy ? [bypassedBy] : []),
]

/**
 * By user: the step whose decision keeps them from deciding on this block.
 * @param blocks all of the run
 */
export const keptFrom = (blocks: readonly Block[], block: Block): Map<string, KeptOut> => {
  const kept = new Map<string, KeptOut>()
  for (const other of blocks) {
    if (other.id === block.id || !areApart(other, block)) continue
    for (const { userId, name } of decidersOf(other))
      if (!kept.has(userId)) kept.set(userId, { userId, name, blockId: other.id, label: other.label })
  }
  return kept
}
