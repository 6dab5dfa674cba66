import { useEffect, useRef } from 'react'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { OpenedItem } from '../../../approvals/inbox/index.ts'
import { myBlocks } from '../blocks.ts'
import { type Act, completionOf } from './act.ts'

interface Loaded {
  /** Undefined until all of it is on the screen. */
  approvals: ApprovalsView | undefined
  seenVersion: number
  act: Act
}

/** Tells the inbox what the person sees and can do. */
export const useOpenedItem = (
  { approvals, seenVersion, act }: Loaded,
  onOpened: (opened: OpenedItem) => void,
): void => {
  const latest = useRef({ act, onOpened })
  latest.current = { act, onOpened }
  useEffect(() => {
    if (!approvals) return
    latest.current.onOpened({
      mine: myBlocks(approvals.levels),
      seenVersion,
      sequence: approvals.sequence,
      act: (action) => latest.current.act(action),
      complete: (block) => latest.current.act({ kind: completionOf(block).kind, block }),
    })
  }, [approvals, seenVersion])
}
