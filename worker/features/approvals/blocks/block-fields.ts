import type { ApproverSource } from '../../../../schema/approvals/engine/choices/own-choices.ts'
import type { BlockFields } from '../../../../schema/approvals/engine/endpoints.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'

/** A block with the specification's field names (2 §3), from what the engine stores. */

const refOf = ({ userId, name }: { userId: string; name: string }) => ({ id: userId, userId, name })
const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Each kind once, in the order in which they led to approvers. */
const sourcesOf = <K extends ApproverSource['kind']>(block: Block, kind: K) => {
  const found = block.approvers
    .flatMap(({ sources }) => sources ?? [])
    .filter((source): source is Extract<ApproverSource, { kind: K }> => source.kind === kind)
  return [...new Map(found.map((source) => [JSON.stringify(source), source])).values()]
}

const unitsOf = (block: Block, kind: 'DEPARTMENT' | 'BUSINESS_UNIT' | 'GROUP') =>
  sourcesOf(block, kind).map(({ id, name }) => ({ id, name }))

const formsOf = ({ ruleType, settings: { sendVendorForm }, automatic }: Block): BlockFields['sendVendorForm'] => {
  if (ruleType !== 'SEND_VENDOR_FORM') return null
  const known = automatic?.result as BlockFields['sendVendorForm'] | undefined
  const { intakeCategoryIds = [], emailCopy = '', vendor, recipient } = sendVendorForm ?? {}
  return (
    known ?? {
      toVendorId: vendor?.source === 'VENDOR' ? vendor.vendorId : null,
      pocEmail: recipient?.source === 'EMAIL' ? recipient.email : null,
      emailCopy,
      formsToSend: intakeCategoryIds.map((id) => ({ id, name: '' })),
      submissions: [],
    }
  )
}

/**
 * @param blocks all of the run, including those that a block added
 * @param mailedIds blocks whose approvers were emailed
 */
export const blockFields = (block: Block, blocks: readonly Block[], mailedIds: ReadonlySet<string>): BlockFields => {
  const approvals = block.decisions.filter(({ decision }) => decision === 'APPROVED')
  const deputy = block.decisions.findLast(({ onBehalfOf }) => onBehalfOf !== undefined)
  const cells = sourcesOf(block, 'MATRIX')
  return {
    parentLevelGroupStatusId: block.parentId,
    sublevels: blocks
      .filter(({ parentId }) => parentId === block.id)
      .map(({ id, level, label }) => ({ id, level, label })),
    approverNote: block.bypassNote ?? block.decisions.findLast(({ comment }) => comment !== '')?.comment ?? null,
    remindedWithNote: block.remindedNote,
    remindedAt: isoOf(block.remindedAt),
    remindedBy: block.remindedBy && refOf(block.remindedBy),
    bypassedAt: isoOf(block.bypassedAt),
    bypassedBy: block.bypassedBy && refOf(block.bypassedBy),
    createdBy: block.createdBy && refOf(block.createdBy),
    assigneeUser: block.assignee && refOf(block.assignee),
    emailSent: mailedIds.has(block.id),
    approvedAt: block.status === 'APPROVED' && block.decidedAt ? new Date(block.decidedAt).toISOString() : null,
    approvedBy: approvals.map(refOf),
    delegateApproverUser: deputy ? refOf(deputy) : null,
    isManagerApprover: block.approverType === 'MANAGER_APPROVER',
    isRequestor: block.approverType === 'REQUESTOR',
    departments: unitsOf(block, 'DEPARTMENT'),
    businessUnits: unitsOf(block, 'BUSINESS_UNIT'),
    groups: unitsOf(block, 'GROUP'),
    blockStatuses: block.workStatusHistory.map((span, index) => ({
      id: `${block.id}-${index}`,
      createdAt: new Date(span.at).toISOString(),
      user: refOf(span),
      blockStatus: span.status,
    })),
    sendVendorForm: formsOf(block),
    approverMatrixCells: cells.map(({ id, name, columnId, row }) => ({
      approverMatrixId: id,
      approverMatrixName: name,
      approverColumnId: columnId,
      ordinal: row - 1,
    })),
  }
}
