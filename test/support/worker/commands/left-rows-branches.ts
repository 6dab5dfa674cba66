import { z } from 'zod'
import type { AnyOperation } from '../../../../worker/core/operation.ts'
import type { Input } from '../doors.ts'
import type { Case } from '../fixtures/fixture.ts'
import { operationFixtures } from '../operation-facts.ts'

/**
 * The ways through a command besides the first one: each other case of its fixture, and each value of an input that
 * says what is to happen (approve or reject, archive or unarchive). Derived, so that a new value has to be given a line.
 */

export interface Branch {
  name: string
  operation: AnyOperation
  about: Case
  change: Input
  /** What the first input did comes before, because only that can be taken back. */
  isAfterFirst: boolean
}

/** Inputs that say what is to happen, in place of the first case or after it. */
const SAYS_WHAT: Record<string, 'INSTEAD' | 'AFTER'> = {
  accepts: 'AFTER',
  action: 'INSTEAD',
  again: 'INSTEAD',
  allVendorCompanyUsers: 'INSTEAD',
  answer: 'INSTEAD',
  approveAllNonTaskBlocks: 'INSTEAD',
  archived: 'AFTER',
  closed: 'AFTER',
  decision: 'INSTEAD',
  enabled: 'AFTER',
  existing: 'INSTEAD',
  forEmailLink: 'INSTEAD',
  forMoney: 'INSTEAD',
  full: 'INSTEAD',
  includeAdvanced: 'INSTEAD',
  includeForm: 'INSTEAD',
  method: 'INSTEAD',
  includeWorkflow: 'INSTEAD',
  isAnotherVendor: 'INSTEAD',
  isDraft: 'INSTEAD',
  isOn: 'AFTER',
  isPaidOutside: 'AFTER',
  isRead: 'AFTER',
  isRehearsal: 'INSTEAD',
  isTemporary: 'INSTEAD',
  join: 'INSTEAD',
  payWhen: 'INSTEAD',
  ruleType: 'INSTEAD',
  sendNewMemberEmail: 'INSTEAD',
  sendsInvitations: 'INSTEAD',
  shareWithVendor: 'INSTEAD',
  shouldConfirm: 'INSTEAD',
  shouldCreateVendor: 'INSTEAD',
  showOnBill: 'AFTER',
  skipApprovals: 'INSTEAD',
  state: 'INSTEAD',
  status: 'INSTEAD',
  submit: 'INSTEAD',
  triggerAllTimeSync: 'INSTEAD',
  verified: 'INSTEAD',
  workflowType: 'INSTEAD',
}

/** Inputs that are kept as they are: what happens is the same with each value. */
const ONLY_KEPT = `
  accountHolderType addsPeople approvalMode approverType approvesRequests approvesRequestsForBusinessUnit
  approvesRequestsForDepartment autorenews bankAccountType base blockStatus createsDepartments currency enableAssignees
  enableCurrencies enableEditWithApprovalBypass enableEmailNotifications enableSlackNotifications
  enforceIntakeApprovalOrder isCredit isEnabledForSpendRequests isSigner isSocTwoCompliant kind mode needsSigner
  paymentFrequency paymentMethod paymentTerm portal quorumKind receiveDigest receiveEmail receiveSlack
  requestApprovalMode requesterNotificationLevel requirePersonCheck restrictSubmissionEditToAdmins rule scope
  sendToAdmins sendToBusinessUnitLeads sendToDepartmentLeads sendToServiceOwners sendToVendorAdmins sendToVendorOwners
  spendApproverNotificationLevel spendWatcherNotificationLevel step syncBillPayments syncBills targetType templateKey
  transactionType type variant vendorType submitsSpendRequestsForOthers`
const isKept = (field: string): boolean => ONLY_KEPT.split(/\s+/).includes(field) || /^has\w+Access$/.test(field)

type Values = readonly unknown[]
const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { def } = schema._zod as unknown as { def: { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType } }
  if (def.innerType) return bare(def.innerType)
  return def.type === 'pipe' && def.in ? bare(def.in) : schema
}
const valuesOf = (schema: z.core.$ZodType): Values => {
  const inner = bare(schema)
  if (inner instanceof z.ZodEnum) return inner.options
  return inner instanceof z.ZodBoolean ? [true, false] : []
}

/** The inputs of a command that have few values. */
export const choicesOf = ({ input }: AnyOperation): [field: string, values: Values][] => {
  const schema = bare(input)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([field, each]): [string, Values][] => {
    const values = valuesOf(each as z.core.$ZodType)
    return values.length > 0 ? [[field, values]] : []
  })
}

export const isSorted = (field: string): boolean => field in SAYS_WHAT || isKept(field)

/** Not possible with the rest of the first case's input. Tests of their areas have a scene for each. */
const ELSEWHERE = [
  'approvals.decide-by-link action APPROVE',
  'approvals.decide-by-link action ASK',
  'approvals.decide-by-link action REJECT',
  'approvals.decide-by-link action SEND_BACK',
  'bills.create shouldCreateVendor true',
  'bills.update-status approveAllNonTaskBlocks false',
  'bills.update-status approveAllNonTaskBlocks true',
  'first-steps.set state DONE',
  'intake.add-task ruleType ADDITIONAL_STEP',
  'intake.add-task ruleType SEND_VENDOR_FORM',
  'intake.create-thread shareWithVendor true',
  'spend-requests.update skipApprovals true',
  'vendor-links.answer answer NEW',
  'vendors.send-intake-invitation allVendorCompanyUsers true',
  'sign-on.begin method OKTA',
  'sign-on.begin method OKTA_SAML',
  'sign-on.begin-linking method MICROSOFT',
  'sign-on.begin-linking method OKTA',
  'sign-on.begin-linking method OKTA_SAML',
  'sso-integrations.begin-test method GOOGLE',
  'sso-integrations.begin-test method OKTA',
  'sso-integrations.begin-test method OKTA_SAML',
  'sso-integrations.save-required method GOOGLE',
  'sso-integrations.save-required method MICROSOFT',
  'sso-integrations.save-required method OKTA',
  'sso-integrations.save-required method OKTA_SAML',
  'factors.set-settings forEmailLink false',
  'factors.set-settings forEmailLink true',
  'factors.set-settings forMoney false',
  'factors.set-settings forMoney true',
]

export const branchesOf = (operation: AnyOperation): Branch[] => {
  const [first, ...others] = operationFixtures[operation.id]?.cases ?? []
  if (!first) return []
  const plain = { operation, change: {}, isAfterFirst: false }
  const all = [
    ...others
      .filter(({ outcomes }) => Object.values(outcomes).includes('OK'))
      .map((about) => ({ ...plain, name: `${operation.id}: ${about.of}`, about })),
    ...choicesOf(operation).flatMap(([field, values]) =>
      field in SAYS_WHAT
        ? values.map((value) => ({
            ...plain,
            name: `${operation.id} ${field} ${String(value)}`,
            about: first,
            change: { [field]: value },
            isAfterFirst: SAYS_WHAT[field] === 'AFTER',
          }))
        : [],
    ),
  ]
  return all.filter(({ name }) => !ELSEWHERE.includes(name))
}
