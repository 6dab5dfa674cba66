import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { type Labels, type PlanFacts, unsettled } from '../../../../schema/approvals/engine/facts.ts'
import { type Plan, planDefinitions, type WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { modeOfRuleSets, planOfRuleSets } from '../../../../schema/approvals/rule-sets/plan.ts'
import { LABELS, mappedIds, type PlannedBill } from '../../../../schema/money/bills/content.ts'
import { type Exchange, keepRates } from '../../../../schema/shared/exchange.ts'
import type { BatchResults } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { namesOfRows, namesStatement } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { ORGANISATION_STATEMENTS, organisationOf, organisationStatements } from '../../approvals/engine/index.ts'
import { ruleSetPrincipals, ruleSetsOf, ruleSetsStatement } from '../../approvals/rule-sets/index.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { MATCH_PRINCIPALS, matchDefinition, settingsOf, settingsStatement } from './order-match.ts'
import { type BillLoaded, factsOfBill } from './subject.ts'

/** What planning a bill needs, loaded in one round trip. */

export interface Asked {
  requestorUserId: string
  /** What is entered, and what it was before. */
  contents: readonly PlannedBill[]
  /** Further members to load: future watchers. */
  memberIds?: readonly string[]
  /** For one in progress: the definitions it started with, whose people are needed as well. */
  pinned?: readonly WorkflowSnapshot[]
  /** For one in progress: the rates of the day it was submitted. */
  exchange?: Exchange | undefined
  /** Groups and people named by hand. */
  principalIds?: readonly string[]
  /** Names of what it names of the accounting system, and of its invoices. */
  labels?: Labels
}

export interface BillPlanning {
  labels: Labels
  exchange: Exchange
  requestor: { userId: string; name: string; managerUserId: string | null }
  people: PlanFacts['organisation']['people']
  factsOf(content: PlannedBill): PlanFacts
  /** By all rule sets that cover it, and the rule for bills over their order. */
  planOf(content: PlannedBill): { plan: Plan; definitions: WorkflowSnapshot[] }
  /** What its object needs. */
  contextOf(content: PlannedBill): PlanningContext
}

/** A vendor is new until a bill, a spend request or a request for it was approved. */
const knownVendors = ({ db, actor }: StaffContext, contents: readonly PlannedBill[]): D1PreparedStatement =>
  db.sql(
    `SELECT value ->> 0 AS id FROM json_each(?2) WHERE EXISTS (
       SELECT 1 FROM bills s INDEXED BY bills_erp_vendor WHERE s.company_id = ?1 AND s.erp_vendor_id = value ->> 0
          AND s.status = 'APPROVED' AND s.deleted_at IS NULL)
     OR EXISTS (
       SELECT 1 FROM spend_requests s WHERE s.company_id = ?1 AND s.vendor_id = value ->> 1 AND s.status = 'APPROVED')
     OR EXISTS (
       SELECT 1 FROM intake_submissions s WHERE s.company_id = ?1 AND s.vendor_id = value ->> 1 AND s.status = 'APPROVED')`,
    actor.companyId,
    JSON.stringify(contents.flatMap(({ erpVendorId, vendorId }) => (erpVendorId ? [[erpVendorId, vendorId]] : []))),
  )

/** For one round trip, however many are planned. */
export const planningStatements = (context: StaffContext, asked: readonly Asked[]): D1PreparedStatement[] => {
  const { db, actor, clock } = context
  const { companyId } = actor
  const contents = asked.flatMap((one) => one.contents)
  return [
    ruleSetsStatement(db, companyId, 'BILL'),
    ratesStatement(db, companyId, actor.company.currency, clock.now()),
    knownVendors(context, contents),
    settingsStatement(context),
    namesStatement(db, companyId, JSON.stringify([...new Set(contents.flatMap(mappedIds))])),
    ...organisationStatements(db, {
      companyId,
      principals: `${ruleSetPrincipals('BILL')} UNION ALL ${MATCH_PRINCIPALS}`,
      pinned: asked.flatMap(({ pinned = [], principalIds = [] }) => [
        ...pinned.flatMap(({ definition }) => principalsOf(definition)),
        ...principalIds,
      ]),
      units: contents.flatMap(mappedIds),
      requestors: asked.map(({ requestorUserId }) => requestorUserId),
      people: [actor.userId, ...asked.flatMap(({ memberIds = [] }) => memberIds)],
    }),
  ]
}

export const loadPlanning = async (context: StaffContext, asked: Asked): Promise<BillPlanning> =>
  planningFrom(context, asked, await context.db.readBatch(planningStatements(context, [asked])))

/** @param results those of the statements */
export const planningFrom = (
  { actor, clock }: Pick<StaffContext, 'actor' | 'clock'>,
  asked: Asked,
  results: BatchResults,
): BillPlanning => {
  const { requestorUserId } = asked
  const [setRows, rateRows, vendorRows, settingRows, nameRows] = results.map((result) => result.results)
  const { organisation, requestors } = organisationOf(results.slice(-ORGANISATION_STATEMENTS))
  const member = requestors.get(requestorUserId)
  if (!member) throw invalidField('createdById', 'Choose a member of your company')
  const requestor = { userId: member.userId, name: member.name, managerUserId: member.managerUserId }
  const sets = ruleSetsOf(setRows ?? [])
  const labels: Labels = { ...asked.labels, [LABELS.mapped]: Object.fromEntries(namesOfRows(nameRows ?? [])) }
  const known = new Set((vendorRows ?? []).map(({ id }) => String(id)))
  const today = exchangeOf(rateRows ?? [], actor.company.currency, actor.policy.company.enableCurrencies)
  const exchange = keepRates(asked.exchange, today) ?? today
  const loadedOf = ({ erpVendorId }: PlannedBill): BillLoaded => ({ isKnownVendor: known.has(erpVendorId ?? '') })
  const factsOf = (content: PlannedBill): PlanFacts => ({
    requestor,
    onBehalfSubmitter: requestorUserId === actor.userId ? null : { userId: actor.userId, name: actor.name },
    known: factsOfBill(content, { labels, loaded: loadedOf(content) }),
    exchange,
    organisation,
    ...unsettled(clock.now(), 'BILL'),
  })
  const ofMatch = matchDefinition(settingsOf(settingRows, actor.company.currency))
  /** Every bill has the rule for those over their order, which applies once it is. */
  const planOf = (content: PlannedBill) => {
    const facts = factsOf(content)
    const ofSets = planOfRuleSets(sets, facts)
    const definitions = [...ofSets.definitions, ofMatch]
    const mode = modeOfRuleSets(sets, ofSets.considered, actor.company.requestApprovalMode)
    return { definitions, mode, plan: planDefinitions(definitions, facts) }
  }
  return {
    labels,
    exchange,
    requestor,
    people: organisation.people,
    factsOf,
    planOf,
    contextOf: (content) => {
      const { definitions, mode } = planOf(content)
      return {
        ...{ requestor, organisation, labels, exchange, definitions, loaded: loadedOf(content) },
        settings: { mode, enforceOrder: actor.policy.company.enforceIntakeApprovalOrder },
        // Everyone who works with payments may change a bill, and the person who did can’t approve it.
        editing: { restrictedToAdmins: false, withApprovalBypass: false },
      }
    },
  }
}

/** By the definitions that it started with. */
export const planPinned = (definitions: readonly WorkflowSnapshot[], facts: PlanFacts): Plan =>
  planDefinitions(definitions, facts)
