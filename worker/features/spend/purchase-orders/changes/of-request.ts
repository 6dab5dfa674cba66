import type { FactName, Facts } from '../../../../../schema/approvals/engine/facts.ts'
import type { WorkflowSnapshot } from '../../../../../schema/approvals/engine/plan.ts'
import type { WorkflowLevel, WorkflowRule } from '../../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { NO_CONDITIONS } from '../../../../../schema/shared/conditions.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { subjectOf } from '../../../../objects/approval/subject.ts'
import { objectOf } from '../../../approvals/blocks/index.ts'
import type { Order } from '../order.ts'

/** What the request of an order says about its changes: its approvals, the rule of the order's own step, and its facts. */

interface OfRequest {
  requestorUserId: string | null
  intakeCategoryId: string | null
  definitions: WorkflowSnapshot[]
  /** The rule of the step that made the order. */
  orderRule: WorkflowRule | null
  facts: Facts
  roles: ReadonlyMap<string, FactName>
  chosenApprovers: Record<string, string>
}

const NOTHING: OfRequest = {
  ...{ requestorUserId: null, intakeCategoryId: null, definitions: [], orderRule: null, facts: new Map() },
  ...{ roles: new Map(), chosenApprovers: {} },
}

/** What answers tell of an order. */
const ROLES: Partial<Record<QuestionType, FactName>> = {
  ...{ REQUEST_AMOUNT: 'amount', VENDOR_SELECT: 'vendor', DEPARTMENT_SELECT: 'departments' },
  ...{ BUSINESS_UNIT_SELECT: 'businessUnits', ENTITY_SELECT: 'entities', SPEND_CATEGORY_SELECT: 'categories' },
}

export const rulesOf = (definitions: readonly WorkflowSnapshot[]): WorkflowRule[] =>
  definitions.flatMap(({ definition }) => definition.levels.flatMap(({ rules }) => rules))

/** What its request says. Nothing if it is no longer there. */
export const readRequest = async (context: StaffContext, order: Order): Promise<OfRequest> => {
  const { submissionId, blockId, companyId } = order
  if (submissionId === null) return NOTHING
  const target = { targetType: 'INTAKE_SUBMISSION', id: submissionId }
  const object = objectOf(context, target)
  const [state, base] = await Promise.all([object.read(companyId), object.planningBase(companyId)])
  if (!state || !base) return NOTHING
  const setting = { source: base.source, exchange: base.exchange, labels: base.labels, loaded: undefined }
  const subject = subjectOf(target)
  const { form, intakeCategoryId } = base.source as { form: FormDefinition; intakeCategoryId: string }
  const ruleId = state.blocks.find(({ id }) => id === blockId)?.ruleId
  return {
    requestorUserId: base.requestor.userId,
    intakeCategoryId,
    definitions: base.definitions,
    orderRule: rulesOf(base.definitions).find(({ id }) => id === ruleId) ?? null,
    facts: subject.facts(base.content, setting),
    roles: new Map(
      allQuestions(form).flatMap(({ id, type }): [string, FactName][] => (ROLES[type] ? [[id, ROLES[type]]] : [])),
    ),
    chosenApprovers: subject.chosenApprovers?.(base.content, setting) ?? {},
  }
}

/** Its approvals, without the tasks. */
export const approvalsIn = (definitions: readonly WorkflowSnapshot[]): WorkflowSnapshot[] =>
  definitions.map((snapshot) => ({
    ...snapshot,
    definition: {
      ...snapshot.definition,
      levels: snapshot.definition.levels.flatMap((level): WorkflowLevel[] => {
        const rules = level.rules.filter(({ type }) => type === 'APPROVAL')
        return rules.length > 0 ? [{ ...level, rules }] : []
      }),
    },
  }))

/** Asks the people of the order's step, or the admins if it names no one. */
export const ownApproval = (rule: WorkflowRule | null): WorkflowSnapshot => {
  const asks = rule !== null && rule.approverType !== 'NO_APPROVERS' && rule.approverType !== 'REQUESTOR'
  const people = {
    approverType: asks ? rule.approverType : ('CUSTOM_APPROVERS' as const),
    approverGroupIds: asks ? rule.approverGroupIds : [],
    approverUserIds: asks ? rule.approverUserIds : [],
    approverMatrixId: asks ? rule.approverMatrixId : null,
    approverMatrixColumnId: asks ? rule.approverMatrixColumnId : null,
    quorum: asks ? rule.quorum : { kind: 'ANY' as const },
  }
  return {
    ...{ id: 'order-change', label: 'Changes of purchase orders', version: 1 },
    definition: {
      entryPoints: NO_CONDITIONS,
      levels: [
        {
          ...{ id: 'order-change-level', number: 1 },
          rules: [
            {
              ...{ id: 'order-change-rule', label: 'Change of the purchase order', type: 'APPROVAL', ordinal: 0 },
              ...{ ...people, watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [], settings: {} },
              ...NO_CONDITIONS,
            },
          ],
        },
      ],
    },
  }
}
