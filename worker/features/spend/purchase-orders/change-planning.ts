import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { FACTS, type PlanFacts, unsettled } from '../../../../schema/approvals/engine/facts.ts'
import { type Plan, planDefinitions } from '../../../../schema/approvals/engine/plan.ts'
import { type Exchange, keepRates } from '../../../../schema/shared/exchange.ts'
import {
  factsOfChange,
  type KnownFact,
  knownFacts,
  type OrderChange,
  type OwnUnits,
} from '../../../../schema/spend/purchase-orders/change.ts'
import { type OrderContent, orderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { PlanningBase } from '../../../objects/approval/client.ts'
import { ORGANISATION_STATEMENTS, organisationOf, organisationStatements } from '../../approvals/engine/index.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { approvalsIn, ownApproval, readRequest, rulesOf } from './changes/of-request.ts'
import type { Order } from './order.ts'

/**
 * Who approves a change of an order: the people whom the request's workflow asks for approvals, as it was when the
 * request was submitted, with the order's new amount, vendor and units. Where it asks no one, the people of the order's
 * own step do, and otherwise the admins, so that no change goes ahead unseen.
 */

/** The accounting system's objects in an order, as the company's own. Without one they are. */
const readUnits = async ({ db, actor }: StaffContext, content: OrderContent, isInBooks: boolean): Promise<OwnUnits> => {
  const units: OwnUnits = { departments: {}, businessUnits: {}, entities: {}, categories: {} }
  const refs = [
    ...[
      { of: content.entity, as: 'entities' as const },
      { of: content.department, as: 'departments' as const },
    ],
    { of: content.classification, as: 'businessUnits' as const },
    ...content.lines.flatMap((line) => [
      ...[
        { of: line.account, as: 'categories' as const },
        { of: line.department, as: 'departments' as const },
      ],
      { of: line.classification, as: 'businessUnits' as const },
    ]),
  ].flatMap(({ of, as }) => (of ? [{ ...of, as }] : []))
  const rows = isInBooks
    ? await db.all<Record<string, string | null>>(
        db.sql(
          `SELECT o.id, o.department_id AS departments, o.business_unit_id AS businessUnits, o.entity_id AS entities,
                  o.category_id AS categories, coalesce(d.name, b.name, e.name, c.name) AS name
             FROM (SELECT DISTINCT value FROM json_each(?2)) j
            CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1
             LEFT JOIN departments d ON d.id = o.department_id
             LEFT JOIN business_units b ON b.id = o.business_unit_id
             LEFT JOIN entities e ON e.id = o.entity_id
             LEFT JOIN spend_categories c ON c.id = o.category_id`,
          actor.companyId,
          JSON.stringify(refs.map(({ id }) => id)),
        ),
      )
    : []
  const own = new Map(rows.map((row) => [row.id, row]))
  for (const { id, name, as } of refs) {
    if (!isInBooks) units[as][id] = name
    else {
      const row = own.get(id)
      const mapped = row?.[as]
      if (mapped) units[as][mapped] = row.name ?? ''
    }
  }
  return units
}

export interface Proposed {
  order: Order
  content: OrderContent
  reason: string
  isInBooks: boolean
  /** Set once there was a change. */
  base: PlanningBase | null
}

export interface ChangePlanning {
  content: OrderChange
  requestor: { userId: string; name: string; managerUserId: string | null }
  planning: PlanningContext
  /** For a preview. */
  plan: Plan
  facts: PlanFacts
}

interface Loading {
  content: OrderChange
  requestorUserId: string
  requestorName: string | undefined
  principals: readonly string[]
  exchange: Exchange | undefined
}

/** The people and rates that planning needs, in one round trip. */
const loadPeople = async (context: StaffContext, loading: Loading) => {
  const { db, actor, clock } = context
  const { content, requestorUserId, requestorName, principals } = loading
  const facts = factsOfChange(content)
  const ids = [FACTS.departments, FACTS.businessUnits].flatMap((key) =>
    [facts.get(key)?.value].flat().filter((id): id is string => typeof id === 'string'),
  )
  const results = await db.readBatch([
    ratesStatement(db, actor.companyId, actor.company.currency, clock.now()),
    ...organisationStatements(db, {
      companyId: actor.companyId,
      principals: 'SELECT NULL',
      pinned: principals,
      units: ids,
      requestors: [requestorUserId],
      people: [actor.userId, ...Object.values(content.chosenApprovers)],
    }),
  ])
  const { organisation, requestors } = organisationOf(results.slice(-ORGANISATION_STATEMENTS))
  const today = exchangeOf(results[0]?.results ?? [], actor.company.currency, actor.policy.company.enableCurrencies)
  const member = requestors.get(requestorUserId)
  return {
    organisation,
    exchange: keepRates(loading.exchange, today) ?? today,
    own: {
      [FACTS.departments]: member?.departmentIds ?? [],
      [FACTS.businessUnits]: member?.businessUnitIds ?? [],
    },
    requestor: {
      userId: requestorUserId,
      name: member?.name ?? requestorName ?? 'A former member',
      managerUserId: member?.managerUserId ?? null,
    },
  }
}

/** The requester's own units count where neither the answers nor the order name one. */
const orOwn = (fact: KnownFact, own: Readonly<Record<string, string[]>>): KnownFact =>
  Array.isArray(fact.value) && fact.value.length === 0 && own[fact.key] ? { ...fact, value: own[fact.key] } : fact

const settingsOf = ({ actor }: StaffContext) => ({
  mode: actor.company.requestApprovalMode,
  enforceOrder: actor.policy.company.enforceIntakeApprovalOrder,
})

const EDITING = { restrictedToAdmins: false, withApprovalBypass: false }

/** What a change says and who approves it, by the request as it is now. */
export const planChange = async (context: StaffContext, proposed: Proposed): Promise<ChangePlanning> => {
  const { actor } = context
  const { order, content: next, reason, isInBooks, base } = proposed
  const before = orderContent.parse(JSON.parse(order.content))
  const [request, units] = [await readRequest(context, order), await readUnits(context, next, isInBooks)]
  const approvals = approvalsIn(request.definitions)
  const keep = new Set(
    rulesOf(approvals).flatMap((rule) =>
      [...rule.conditionAnyOfs, ...rule.conditionNumerics, ...rule.conditionBooleans].map(
        ({ valuesQuestionId }) => valuesQuestionId,
      ),
    ),
  )
  const proposal: OrderChange = {
    ...{ number: order.number, baseVersion: order.version, reason, order: next },
    intakeCategoryId: request.intakeCategoryId,
    known: knownFacts(request.facts, next, units, {
      ...{ roles: request.roles, keep },
      isNewVendor: next.vendor !== null && next.vendor.id !== before.vendor?.id,
    }),
    chosenApprovers: request.chosenApprovers,
  }
  const own = ownApproval(request.orderRule)
  const requestorUserId = base?.requestor.userId ?? request.requestorUserId ?? actor.userId
  const {
    organisation,
    exchange,
    requestor,
    own: ownUnits,
  } = await loadPeople(context, {
    ...{ content: proposal, requestorUserId, requestorName: base?.requestor.name, exchange: undefined },
    principals: [...approvals, own].flatMap(({ definition }) => principalsOf(definition)),
  })
  const content = { ...proposal, known: proposal.known.map((fact) => orOwn(fact, ownUnits)) }
  // Who had to do with a change that ended is free again.
  const involved = [...(base?.status === 'PENDING' ? base.involved : []).map(({ userId }) => userId), actor.userId]
  const facts: PlanFacts = {
    ...{ requestor, exchange, organisation, known: factsOfChange(content), barredUserIds: involved },
    ...unsettled(base?.createdAt ?? context.clock.now(), 'PURCHASE_ORDER'),
    onBehalfSubmitter: requestorUserId === actor.userId ? null : { userId: actor.userId, name: actor.name },
    departmentApproverAssignees: content.chosenApprovers,
  }
  const asked = planDefinitions(approvals, facts)
  const isAsked = asked.levels.some(({ blocks }) => blocks.some(({ approvers }) => approvers.length > 0))
  const definitions = isAsked ? approvals : [...approvals, own]
  return {
    content,
    ...{ requestor, facts },
    plan: isAsked ? asked : planDefinitions(definitions, facts),
    planning: {
      ...{ requestor, organisation, labels: {}, exchange, definitions, settings: settingsOf(context) },
      ...{ loaded: undefined, editing: EDITING },
    },
  }
}

/** The same for one that waits, by the definitions it started with. */
export const planWaiting = async (
  context: StaffContext,
  base: PlanningBase,
  principalIds: readonly string[],
): Promise<PlanningContext> => {
  const { organisation, requestor, exchange } = await loadPeople(context, {
    ...{ content: base.content as unknown as OrderChange, requestorUserId: base.requestor.userId },
    ...{ requestorName: base.requestor.name, exchange: base.exchange },
    principals: [...base.definitions.flatMap(({ definition }) => principalsOf(definition)), ...principalIds],
  })
  return {
    ...{ requestor, organisation, labels: base.labels, exchange, definitions: base.definitions },
    ...{ settings: settingsOf(context), loaded: undefined, editing: EDITING },
  }
}
