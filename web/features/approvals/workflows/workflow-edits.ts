import type { RuleType, WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { RulePeople } from '../../../../schema/approvals/workflows/people-rules.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { mapLevels } from './leveled.ts'

/** What the workflow builder changes besides levels and rules, which `leveled.ts` changes. */

export const inOrder = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  levels: [...definition.levels]
    .sort((a, b) => a.number - b.number)
    .map((level) => ({ ...level, rules: [...level.rules].sort((a, b) => a.ordinal - b.ordinal) })),
})

export const setEntryPoints = (definition: WorkflowDefinition, entryPoints: ConditionSet): WorkflowDefinition => ({
  ...definition,
  entryPoints,
})

/** An approval starts with the requester's manager. A task needs someone to be named. */
export const newRule = (type: RuleType, id: string): WorkflowRule => ({
  id,
  label: type === 'APPROVAL' ? 'Manager approval' : RULE_TYPE_LABELS[type],
  type,
  ordinal: 0,
  approverType: type === 'APPROVAL' ? 'MANAGER_APPROVER' : 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: [],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
  quorum: { kind: 'ANY' },
  settings: firstSettings(type),
  ...NO_CONDITIONS,
})

const settingsOf = ({ type, settings }: WorkflowRule): WorkflowRule['settings'] => {
  const { description, stepIds, workflowType, webhook, sendDocument, createService, sendVendorForm, purchaseOrder } =
    settings
  switch (type) {
    case 'APPROVAL':
      return {}
    case 'ADDITIONAL_STEP':
      return { description, stepIds, workflowType }
    case 'WEBHOOK':
      return { description, webhook }
    case 'SEND_DOCUMENT':
      return { description, sendDocument }
    case 'SEND_VENDOR_FORM':
      return { description, sendVendorForm }
    case 'CREATE_SERVICE':
      return { description, createService }
    case 'NETSUITE_PURCHASE_ORDER':
      return { description, purchaseOrder }
    default:
      return { description }
  }
}

/** The initial settings of a task of its type. */
const firstSettings = (type: RuleType): WorkflowRule['settings'] => {
  if (type === 'ADDITIONAL_STEP') return { stepIds: [], workflowType: 'SUB_LEVELS' }
  if (type === 'WEBHOOK') return { webhook: { url: '', fields: [] } }
  if (type === 'SEND_DOCUMENT')
    return { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds: [] } }
  if (type === 'SEND_VENDOR_FORM')
    return {
      sendVendorForm: {
        ...{ intakeCategoryIds: [], emailCopy: '' },
        vendor: { source: 'REQUEST' },
        recipient: { source: 'VENDOR' },
      },
    }
  if (type === 'CREATE_SERVICE') return { createService: { mappings: {} } }
  if (type === 'NETSUITE_PURCHASE_ORDER') return { purchaseOrder: { mappings: {} } }
  return {}
}

/** Only the people whom a rule's modes use, so that no unused name is stored. */
export const tidyPeople = <R extends RulePeople>(rule: R): R => ({
  ...rule,
  ...(rule.approverType === 'CUSTOM_APPROVERS'
    ? {}
    : { approverGroupIds: [], approverUserIds: [], approverMatrixId: null, approverMatrixColumnId: null }),
  ...(rule.watcherType === 'CUSTOM_WATCHERS' ? {} : { watcherGroupIds: [], watcherUserIds: [] }),
  ...(rule.approverType === 'NO_APPROVERS' || rule.approverType === 'REQUESTOR'
    ? { excludesEarlierDeciders: undefined }
    : {}),
})

/** What the server keeps of a rule. */
export const tidyRule = (rule: WorkflowRule): WorkflowRule => ({
  ...tidyPeople(rule),
  ...(rule.type === 'APPROVAL' ? {} : { excludesEarlierDeciders: undefined }),
  settings: settingsOf(rule),
})

export const tidy = (definition: WorkflowDefinition): WorkflowDefinition =>
  mapLevels(definition, (level) => ({ ...level, rules: level.rules.map(tidyRule) }))
