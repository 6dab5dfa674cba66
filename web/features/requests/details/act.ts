import type { BlockView } from '../../../../schema/approvals/endpoints.ts'

/** What the person is about to do to a block. */
export interface Action {
  kind:
    | 'approve'
    | 'reject'
    | 'complete'
    | 'remind'
    | 'bypass'
    | 'assign'
    | 'approvers'
    | 'about'
    | 'comments'
    | 'answer'
  block: BlockView
}

export type Act = (action: Action) => void
