import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { type Labels, type PlanFacts, unsettled } from '../../../../schema/approvals/engine/facts.ts'
import { type Plan, planDefinitions, type WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { customFieldsFor, type SetCustomField } from '../../../../schema/approvals/rule-sets/coverage.ts'
import { planOfRuleSets } from '../../../../schema/approvals/rule-sets/plan.ts'
import type { RuleSet } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { type Exchange, keepRates } from '../../../../schema/shared/exchange.ts'
import {
  askedLines,
  idsOf,
  LABELS,
  type PlannedContent,
  referredIds,
} from '../../../../schema/spend/spend-requests/content.ts'
import type { BatchResults } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { namesStatement } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  ORGANISATION_STATEMENTS,
  organisationOf,
  organisationStatements,
  usualTimesOf,
} from '../../approvals/engine/index.ts'
import { ruleSetPrincipals, ruleSetsOf, ruleSetsStatement } from '../../approvals/rule-sets/index.ts'
import { principalsOf, principalsOfRules } from '../../approvals/workflows/index.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { usableStatement } from '../../requests/proposed-vendors/index.ts'
import { factsOfSpend, type SpendLoaded } from './subject.ts'

/** What planning a spend request needs, loaded in one round trip. */

export interface Asked {
  requestorUserId: string
  /** What is filed, and what it was before. */
  contents: readonly PlannedContent[]
  /** Further members to load: future watchers. */
  memberIds?: readonly string[]
  /** For one in progress: the definitions it started with, whose people are needed as well. */
  pinned?: readonly WorkflowSnapshot[]
  /** For one in progress: the rates of the day it was submitted. */
  exchange?: Exchange | undefined
  /** Groups and people named by hand. */
  principalIds?: readonly string[]
}

/** The tables of what lines refer to, and the list of their names. */
const TABLES: Readonly<Record<string, string>> = {
  vendors: LABELS.vendors,
  spend_categories: LABELS.categories,
  departments: LABELS.departments,
  business_units: LABELS.businessUnits,
  entities: LABELS.entities,
}

export interface SpendPlanning {
  sets: RuleSet[]
  labels: Labels
  exchange: Exchange
  requestor: { userId: string; name: string; managerUserId: string | null }
  people: PlanFacts['organisation']['people']
  /** Categories that are not offered to spend requests. */
  closedCategories: ReadonlySet<string>
  /** Vendors among what it names that are archived. */
  archived: ReadonlySet<string>
  /** The custom fields that a request with these lines has. */
  fieldsOf(content: PlannedContent): SetCustomField[]
  factsOf(content: PlannedContent): PlanFacts
  /** By all rule sets that cover it. */
  planOf(content: PlannedContent): { plan: Plan; definitions: WorkflowSnapshot[] }
  /** What its object needs. */
  contextOf(content: PlannedContent): PlanningContext
}

const coveredBy = (content: PlannedContent) => {
  const lines = askedLines(content)
  return {
    categories: idsOf(lines, 'categoryId'),
    departments: idsOf(lines, 'departmentId'),
    businessUnits: idsOf(lines, 'businessUnitId'),
  }
}

/** A vendor is new until a request or a spend request for it was approved. */
const knownVendors = ({ db, actor }: StaffContext, vendorIds: string): D1PreparedStatement =>
  db.sql(
    `SELECT value AS id FROM json_each(?2) WHERE EXISTS (
       SELECT 1 FROM spend_requests s WHERE s.company_id = ?1 AND s.vendor_id = value AND s.status = 'APPROVED')
     OR EXISTS (
       SELECT 1 FROM intake_submissions s WHERE s.company_id = ?1 AND s.vendor_id = value AND s.status = 'APPROVED')`,
    actor.companyId,
    vendorIds,
  )

const labelsOf = (sets: readonly RuleSet[], rows: readonly Record<string, unknown>[]): Labels => {
  const labels: Record<string, Record<string, string>> = {}
  const add = (list: string, of: string, name: string) => {
    labels[list] = { ...labels[list], [of]: name }
  }
  for (const { id, kind, name } of rows) {
    const list = TABLES[String(kind)]
    if (list) add(list, String(id), String(name))
  }
  for (const field of sets.flatMap(({ customFields }) => customFields)) {
    add(LABELS.fields, field.id, field.label)
    for (const option of field.options) add(LABELS.options, option.id, option.label)
  }
  return labels
}

/** All but the people. */
const subjectStatements = (context: StaffContext, contents: readonly PlannedContent[]): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const { companyId } = actor
  const ids = JSON.stringify([...new Set(contents.flatMap(referredIds))])
  const vendorIds = JSON.stringify([...new Set(contents.flatMap(({ vendorId }) => vendorId ?? []))])
  return [
    ruleSetsStatement(db, companyId),
    ratesStatement(db, companyId, actor.company.currency, clock.now()),
    knownVendors(context, vendorIds),
    namesStatement(db, companyId, ids),
    db.sql(
      `SELECT id FROM spend_categories WHERE +company_id = ?1 AND is_enabled_for_spend_requests = 0
          AND id IN (SELECT value FROM json_each(?2))`,
      companyId,
      ids,
    ),
    ...[usableStatement(context, JSON.parse(vendorIds))].filter((statement) => statement !== null),
  ]
}

const unitsOf = (contents: readonly PlannedContent[]): string[] =>
  contents.flatMap(({ lines }) => [...idsOf(lines, 'departmentId'), ...idsOf(lines, 'businessUnitId')])

/** For one round trip, however many are planned. */
export const planningStatements = (context: StaffContext, asked: readonly Asked[]): D1PreparedStatement[] => {
  const { db, actor } = context
  const contents = asked.flatMap((one) => one.contents)
  return [
    ...subjectStatements(context, contents),
    ...organisationStatements(db, {
      companyId: actor.companyId,
      principals: ruleSetPrincipals('SPEND_REQUEST'),
      pinned: asked.flatMap(({ pinned = [], principalIds = [] }) => [
        ...pinned.flatMap(({ definition }) => principalsOf(definition)),
        ...principalIds,
      ]),
      units: unitsOf(contents),
      requestors: asked.map(({ requestorUserId }) => requestorUserId),
      people: [actor.userId, ...asked.flatMap(({ memberIds = [] }) => memberIds)],
    }),
  ]
}

export const loadPlanning = async (context: StaffContext, asked: Asked): Promise<SpendPlanning> =>
  planningFrom(context, asked, await context.db.readBatch(planningStatements(context, [asked])))

/** @param results those of the statements */
export const planningFrom = (
  context: Pick<StaffContext, 'actor' | 'clock'>,
  asked: Asked,
  results: BatchResults,
): SpendPlanning =>
  planningOf(
    context,
    asked,
    results.slice(0, -ORGANISATION_STATEMENTS),
    peopleFrom(asked, results.slice(-ORGANISATION_STATEMENTS)),
  )

type People = Pick<PlanFacts, 'organisation'> & Pick<SpendPlanning, 'requestor'>

const peopleFrom = ({ requestorUserId }: Asked, results: BatchResults): People => {
  const { organisation, requestors } = organisationOf(results)
  const member = requestors.get(requestorUserId)
  if (!member) throw invalidField('requestorId', 'Choose a member of your company')
  return {
    organisation,
    requestor: { userId: member.userId, name: member.name, managerUserId: member.managerUserId },
  }
}

/** Enough to know which rules apply, because none asks who someone is. */
const nobody = ({ requestorUserId }: Asked): People => ({
  organisation: {
    people: {},
    departmentApprovers: {},
    businessUnitApprovers: {},
    groups: {},
    admins: [],
    matrices: {},
  },
  requestor: { userId: requestorUserId, name: '', managerUserId: null },
})

const ASKS_UNITS = new Set<string>(['DEPARTMENT_APPROVERS', 'BUSINESS_UNIT_APPROVERS'])

/**
 * For one plan that is only shown: of the people, those whom the rules that apply name, whatever other rules name. Two
 * round trips, and the second one also says how long the rules usually take.
 * @param planOf the plan, and the definitions that it comes from
 */
export const loadPreview = async (
  context: StaffContext,
  asked: Asked,
  planOf: (planning: SpendPlanning) => { plan: Plan; definitions: readonly WorkflowSnapshot[] },
): Promise<{ planning: SpendPlanning; usualTimes: readonly Record<string, unknown>[] }> => {
  const { db, actor } = context
  const subject = await db.readBatch(subjectStatements(context, asked.contents))
  const { plan, definitions } = planOf(planningOf(context, asked, subject, nobody(asked)))
  const ruleIds = plan.levels.flatMap(({ blocks }) => blocks.map(({ ruleId }) => ruleId))
  const rules = definitions
    .flatMap(({ definition }) => definition.levels.flatMap((level) => level.rules))
    .filter(({ id }) => ruleIds.includes(id))
  const asksUnits = rules.some(
    ({ approverType, watcherType }) => ASKS_UNITS.has(approverType) || ASKS_UNITS.has(watcherType),
  )
  const results = await db.readBatch([
    usualTimesOf(db, 'SELECT value FROM json_each(?2)', actor.companyId, JSON.stringify(ruleIds)),
    ...organisationStatements(db, {
      companyId: actor.companyId,
      principals: 'SELECT value AS id FROM json_each(?2)',
      of: JSON.stringify(principalsOfRules(rules)),
      units: asksUnits ? unitsOf(asked.contents) : [],
      onlyUnits: true,
      requestors: [asked.requestorUserId],
      people: [actor.userId],
    }),
  ])
  return {
    planning: planningOf(context, asked, subject, peopleFrom(asked, results.slice(1))),
    usualTimes: results[0]?.results ?? [],
  }
}

const planningOf = (
  { actor, clock }: Pick<StaffContext, 'actor' | 'clock'>,
  asked: Asked,
  results: BatchResults,
  { organisation, requestor }: People,
): SpendPlanning => {
  const { requestorUserId } = asked
  const [setRows, rateRows, vendorRows, nameRows = [], closedRows, proposedRows = []] = results.map(
    (result) => result.results,
  )
  const sets = ruleSetsOf(setRows ?? [])
  const labels = labelsOf(sets, [...proposedRows, ...nameRows])
  const known = new Set((vendorRows ?? []).map(({ id }) => String(id)))
  const today = exchangeOf(rateRows ?? [], actor.company.currency, actor.policy.company.enableCurrencies)
  const exchange = keepRates(asked.exchange, today) ?? today
  const loadedOf = ({ vendorId }: PlannedContent): SpendLoaded => ({ isKnownVendor: known.has(vendorId ?? '') })
  const factsOf = (content: PlannedContent): PlanFacts => ({
    requestor,
    onBehalfSubmitter: requestorUserId === actor.userId ? null : { userId: actor.userId, name: actor.name },
    known: factsOfSpend(content, { labels, loaded: loadedOf(content) }),
    exchange,
    organisation,
    ...unsettled(clock.now(), 'SPEND_REQUEST'),
  })
  const planOf = (content: PlannedContent) => planOfRuleSets(sets, factsOf(content))
  return {
    sets,
    labels,
    exchange,
    requestor,
    people: organisation.people,
    closedCategories: new Set((closedRows ?? []).map(({ id }) => String(id))),
    archived: new Set(nameRows.flatMap(({ id, isArchived }) => (isArchived === 1 ? [String(id)] : []))),
    fieldsOf: (content) => customFieldsFor(sets, coveredBy(content)),
    factsOf,
    planOf,
    contextOf: (content) => ({
      requestor,
      organisation,
      labels,
      exchange,
      loaded: loadedOf(content),
      definitions: planOf(content).definitions,
      settings: {
        mode: actor.company.requestApprovalMode,
        enforceOrder: actor.policy.company.enforceIntakeApprovalOrder,
      },
      editing: {
        restrictedToAdmins: actor.policy.company.restrictSubmissionEditToAdmins,
        withApprovalBypass: actor.policy.company.enableEditWithApprovalBypass,
      },
    }),
  }
}

/** By the definitions that it started with. */
export const planPinned = (definitions: readonly WorkflowSnapshot[], facts: PlanFacts): Plan =>
  planDefinitions(definitions, facts)
