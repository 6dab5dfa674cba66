import type { z } from 'zod'
import { MOST_REPLAYED, type ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import { type Replayed, replayDifferences } from '../../../../schema/approvals/engine/backtest.ts'
import type { PlanFacts, PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import { customFieldsFor } from '../../../../schema/approvals/rule-sets/coverage.ts'
import {
  checkCustomFields,
  customFieldFacts,
  unknownFields,
} from '../../../../schema/approvals/rule-sets/custom-fields.ts'
import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { planOfRuleSets } from '../../../../schema/approvals/rule-sets/plan.ts'
import type { RuleSet, RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { coveredIn, spendFacts } from '../../../../schema/approvals/rule-sets/spend-facts.ts'
import { invalidField, invalidFields, notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { type ReplayedRow, registerMatrixReplays } from '../approver-matrix/index.ts'
import {
  type LoadedOrganisation,
  organisationOf,
  organisationStatements,
  takenTimes,
  withUsualTimes,
} from '../engine/index.ts'
import { requireRuleSet, savedContent } from './change.ts'
import { requireSound } from './check.ts'
import { contentOf } from './given.ts'
import { type RuleSubject, ruleSetPrincipals, ruleSetsOf, ruleSetsStatement, SUBJECT, SUBJECTS } from './load.ts'
import { newestSubjects, type PastSubject } from './past-subjects.ts'
import { namesOf, principalIdsOf } from './read.ts'

/** Trying rule sets: with something made up, and with what was filed in the past. Nothing here changes anything. */

interface Draft {
  id: string
  content: RuleSetContent
}

/** A rule set as it would be saved. Throws the same as saving it. */
const draftOf = async (
  context: StaffContext,
  subject: RuleSubject,
  id: string,
  given: endpoints.RuleSetInput,
): Promise<Draft> => {
  const before = savedContent(await requireRuleSet(context, id, subject))
  const content = contentOf(given, before, context.newId)
  await requireSound(context, content, before, subject)
  return { id, content }
}

/** With the draft in place of the saved one. */
const withDraft = (sets: readonly RuleSet[], draft: Draft | null): RuleSet[] =>
  sets.map((set) => (set.id === draft?.id ? { ...set, ...draft.content } : set))

/** One round trip: the rule sets, today's rates, and the people whom the sets and these requests can name. */
const load = async (
  context: StaffContext,
  subject: RuleSubject,
  {
    draft,
    units,
    requestors,
    people = [],
  }: { draft: Draft | null; units: string[]; requestors: string[]; people?: readonly string[] },
) => {
  const { db, actor, clock } = context
  const { companyId, company, policy } = actor
  const [sets, rates, ...rest] = await db.batch([
    ruleSetsStatement(db, companyId, subject),
    ratesStatement(db, companyId, company.currency, clock.now()),
    ...organisationStatements(db, {
      companyId,
      principals: ruleSetPrincipals(subject),
      pinned: draft ? principalIdsOf(draft.content) : [],
      units,
      requestors,
      people: [actor.userId, ...people],
    }),
  ])
  return {
    sets: ruleSetsOf(sets?.results ?? []),
    exchange: exchangeOf(rates?.results ?? [], company.currency, policy.company.enableCurrencies),
    ...organisationOf(rest),
  }
}

const chosen = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

type Sample = z.output<typeof endpoints.sampleRequest>

interface Tried {
  request: Sample
  /** What the request is called in what was given, for messages beside it. */
  field: string
  /** A rule set as it would be saved, in place of the saved one. */
  draft?: (endpoints.RuleSetInput & { id: string }) | undefined
}

/** Throws the same as saving the draft would, and NOT_FOUND for a requester of another company. */
export const simulateRules =
  (subject: RuleSubject) =>
  async (context: StaffContext, { request, field, draft: given }: Tried): Promise<endpoints.Simulation> => {
    const { actor } = context
    const draft = given ? await draftOf(context, subject, given.id, given) : null
    const { lines } = request
    const amounts = lines.flatMap(({ amount }) => amount ?? [])
    const currency = amounts[0]?.currency ?? actor.company.currency
    const other = lines.findIndex(({ amount }) => amount && amount.currency !== currency)
    if (other >= 0) throw invalidField(`${field}.lines.${other}.amount`, 'All lines have the same currency')
    const categories = chosen(lines.map(({ categoryId }) => categoryId))
    const departments = chosen(lines.map(({ departmentId }) => departmentId))
    const businessUnits = chosen(lines.map(({ businessUnitId }) => businessUnitId))
    const entities = chosen(lines.map(({ entityId }) => entityId))
    const requestorUserId = request.requestorUserId ?? actor.userId
    const units = [...departments, ...businessUnits]
    const { sets, exchange, organisation, requestors } = await load(context, subject, {
      draft,
      units,
      requestors: [requestorUserId],
    })
    const found = requestors.get(requestorUserId)
    if (!found) throw notFound('The member')
    const { departmentIds, businessUnitIds, ...requestor } = found
    const covering = sets.flatMap((set) => [...set.spendCategories, ...set.businessUnits, ...set.departments])
    const names = await namesOf(context, [...categories, ...units, ...entities, ...covering])
    const tried = withDraft(sets, draft)
    const facts = {
      total: amounts.length > 0 ? { value: amounts.reduce((sum, { value }) => sum + value, 0), currency } : null,
      isNewVendor: request.isNewVendor,
      startDate: request.serviceStartDate,
      endDate: request.serviceEndDate,
      ...{ categories, departments, businessUnits, entities },
      own: { departmentIds, businessUnitIds },
      nameOf: (id: string) => names.get(id),
    }
    const fields = customFieldsFor(tried, coveredIn(spendFacts({ ...facts, customFields: [] })))
    const answered = Object.entries(request.customFields).map(([id, value]) => ({ id, value }))
    const unknown = unknownFields(
      tried.flatMap((set) => set.customFields),
      answered,
    )
    if (Object.keys(unknown).length > 0)
      throw invalidFields(
        Object.fromEntries(Object.entries(unknown).map(([id, text]) => [`request.customFields.${id}`, text])),
      )
    const { values } = checkCustomFields(fields, answered)
    const planFacts: PlanFacts = {
      requestor,
      onBehalfSubmitter: requestor.userId === actor.userId ? null : { userId: actor.userId, name: actor.name },
      known: spendFacts({ ...facts, customFields: customFieldFacts(fields, values) }),
      exchange,
      organisation,
    }
    const { considered, plan } = planOfRuleSets(tried, planFacts)
    return {
      considered: considered.map(({ id, label, holds, reason }) => ({ id, name: label, holds, reason })),
      customFields: fields,
      plan: await withUsualTimes(context, previewOf(plan, planFacts)),
    }
  }

const simulate = simulateRules(SUBJECT)

export const simulateSpendRules = query({
  id: 'spend-rules.simulate',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.simulateSpendRules),
  run: (context, { request, draft }) =>
    simulate(context, { request, field: 'request', draft: draft && { ...draft, id: draft.spendRuleSetId } }),
})

interface ReplayAsked {
  period: ReplayPeriod | undefined
  /** A draft of a rule set. */
  draft?: Draft
  /** A draft of something else: people to load for it, and what it changes. */
  people?: readonly string[]
  organisationAfter?: (organisation: PlanOrganisation) => PlanOrganisation
}

/** What was filed in the past, with the saved rule sets and with a draft. */
const replayed = async (
  context: StaffContext,
  subject: RuleSubject,
  { period, draft, people = [], organisationAfter = (organisation) => organisation }: ReplayAsked,
): Promise<Replayed<ReplayedRow>[]> => {
  const past = await newestSubjects(context, subject, MOST_REPLAYED, period)
  if (past.length === 0) return []
  const loaded = await load(context, subject, {
    draft: draft ?? null,
    units: past.flatMap(({ known }) => Object.values(coveredIn(known)).flat()),
    requestors: past.map(({ requestorUserId }) => requestorUserId),
    people,
  })
  const tried = withDraft(loaded.sets, draft ?? null)
  return past.map((subject) => {
    const facts = factsOf(subject, loaded)
    const { id, title, href, requestorName } = subject
    return {
      row: { id, title, href, requestorName, submittedAt: new Date(subject.submittedAt).toISOString() },
      before: planOfRuleSets(loaded.sets, facts).plan,
      after: planOfRuleSets(tried, { ...facts, organisation: organisationAfter(facts.organisation) }).plan,
    }
  })
}

interface Backtested extends endpoints.RuleSetInput {
  id: string
  period?: ReplayPeriod | undefined
}

/**
 * Both plans use today's people, so that only the draft makes a difference. Throws the same as saving the draft would.
 */
export const backtestRules =
  (subject: RuleSubject) =>
  async (context: StaffContext, { id, period, ...given }: Backtested) => {
    const draft = await draftOf(context, subject, id, given)
    const past = await replayed(context, subject, { period, draft })
    const taken = await takenTimes(
      context,
      subject,
      past.map(({ row }) => row.id),
    )
    const { requests, ...totals } = replayDifferences(past, taken)
    return { ...totals, requests: requests.map(({ row, ...difference }) => ({ ...row, ...difference })) }
  }

const backtest = backtestRules(SUBJECT)

export const backtestSpendRuleSet = query({
  id: 'spend-rules.backtest',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.backtestSpendRuleSet),
  run: (context, { spendRuleSetId: id, ...given }) => backtest(context, { ...given, id }),
})

/** Only while a rule set uses the matrix. */
for (const subject of SUBJECTS)
  registerMatrixReplays({
    targetType: subject,
    replay: async (context, { matrixId, userIds, period, withDraft: organisationAfter }) => {
      const { db, actor } = context
      const used = await db.first(
        db.sql(`SELECT 1 AS one FROM (${ruleSetPrincipals(subject)}) WHERE id = ?2`, actor.companyId, matrixId),
      )
      return used ? replayed(context, subject, { period, people: userIds, organisationAfter }) : []
    },
  })

/** As it was, with today's people. A requester who has left counts as someone without a place in the company. */
const factsOf = (
  { requestorUserId, requestorName, known, exchange }: PastSubject,
  { organisation, requestors, exchange: todays }: LoadedOrganisation & Pick<PlanFacts, 'exchange'>,
): PlanFacts => ({
  requestor: {
    userId: requestorUserId,
    name: requestorName,
    managerUserId: requestors.get(requestorUserId)?.managerUserId ?? null,
  },
  onBehalfSubmitter: null,
  known,
  exchange: exchange ?? todays,
  organisation,
})
