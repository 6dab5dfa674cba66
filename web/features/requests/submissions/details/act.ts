import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'

export const ACTIONS = [
  'approve',
  'reject',
  'send-back',
  'complete',
  'remind',
  'bypass',
  'revoke',
  'assign',
  'approvers',
  'about',
  'comments',
  'answer',
  'create-service',
  'fill-order',
] as const
export type ActionKind = (typeof ACTIONS)[number]

/** What the person is about to do with a block. */
export interface Action {
  kind: ActionKind
  block: BlockView
}

export type Act = (action: Action) => void

/** How a task of its type is completed, and the label of its button. */
export const completionOf = ({ ruleType }: Pick<BlockView, 'ruleType'>): { kind: ActionKind; label: string } => {
  if (ruleType === 'ADDITIONAL_STEP') return { kind: 'answer', label: 'Answer questions' }
  if (ruleType === 'CREATE_SERVICE') return { kind: 'create-service', label: 'Create service' }
  if (ruleType === 'NETSUITE_PURCHASE_ORDER') return { kind: 'fill-order', label: 'Fill in order' }
  return { kind: 'complete', label: 'Complete task' }
}

const MAY: Record<ActionKind, (block: BlockView) => boolean> = {
  approve: (block) => block.canDecide,
  reject: (block) => block.canDecide || block.canReject,
  'send-back': (block) => block.canSendBack,
  complete: (block) => block.canComplete && completionOf(block).kind === 'complete',
  answer: (block) => block.canComplete && completionOf(block).kind === 'answer',
  'create-service': (block) => block.canComplete && completionOf(block).kind === 'create-service',
  'fill-order': (block) => block.canComplete && completionOf(block).kind === 'fill-order',
  remind: (block) => block.canRemind,
  bypass: (block) => block.canBypass,
  revoke: (block) => block.canRevoke,
  assign: (block) => block.canRoute,
  approvers: (block) => block.canRoute,
  about: () => true,
  comments: () => true,
}

/** Whether the person can do it now. An address can be older than the decision, or someone else's. */
export const mayAct = ({ kind, block }: Action): boolean => MAY[kind](block)
