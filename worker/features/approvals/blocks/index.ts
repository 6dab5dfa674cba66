/**
 * What approvers do with a block of a running approval: assign, replace approvers, add tasks, set the work status.
 * Invariants: changing who decides never completes a block and never leaves one that no one can decide.
 */
export { approvableKinds, readerOf, registerReader } from './access.ts'
export { actsForSql, delegatesStatement, isInvolvedSql, isMemberInvolvedSql, toActsFor } from './acting.ts'
export { approvalsViewOf, type StoredPlan } from './approvals-view.ts'
export { requireReadableBlock } from './block.ts'
export { inReadingOrder, mayRouteRequest, mayWatch, runOf, toBlockView } from './block-view.ts'
export { decidedSql } from './decided.ts'
export { announce, approvalActor, type Instruction, objectOf, partOf, type Told, tellObject } from './object.ts'
export { checkChosen, requireMembers } from './people.ts'
export { sendBack, withdraw } from './send-back.ts'
export { askWhatHolds } from './what-holds.ts'
