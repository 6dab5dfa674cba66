import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { type KeyGroup, useKeyGroup } from '../../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../../ui/keys/single-keys.ts'
import { type Act, completionOf } from './act.ts'

const KEYS: KeyGroup = {
  title: 'Your decision',
  keys: [
    { keys: ['a'], text: 'Approve, or complete a task' },
    { keys: ['r'], text: 'Reject' },
  ],
}

/** `a` approves (or completes), `r` rejects. Each opens its dialog for the person's first open block. */
export const useDecisionKeys = (mine: BlockView[], act: Act): void => {
  const block = mine.find((one) => one.canDecide)
  const task = mine.find((one) => one.canComplete)
  useKeyGroup(block || task ? KEYS : null)
  const complete = task && (() => act({ kind: completionOf(task).kind, block: task }))
  useSingleKeys({
    a: block ? () => act({ kind: 'approve', block }) : complete,
    r: block && (() => act({ kind: 'reject', block })),
  })
}
