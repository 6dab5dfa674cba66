import fc from 'fast-check'
import { z } from 'zod'
import type { ApprovalCommandInput, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { FACTS, namedFacts, type PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import type { ContentChange, RunSettings } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { money } from '../../../../schema/shared/money.ts'
import {
  type ApprovalSubject,
  registerSubject,
  type SettledEffect,
} from '../../../../worker/objects/approval/subject.ts'
import { organisation, person, usd } from './fixtures.ts'

/**
 * A second subject of the approval machine, which has nothing in common with requests: equipment that people borrow. It
 * has no form, no questions and no answers, its own table, and something happens when it is decided.
 */
const loanContent = z.object({
  item: z.string().min(1),
  worth: money,
  months: z.number().int().min(0),
  departmentId: z.string(),
})
export type Loan = z.output<typeof loanContent>

export const loan = (more: Partial<Loan> = {}): Loan => ({
  item: 'Camera',
  worth: usd(1_200_000),
  months: 6,
  departmentId: 'engineering',
  ...more,
})

const LABELS: Record<keyof Loan, string> = {
  item: 'Item',
  worth: 'Worth',
  months: 'Months',
  departmentId: 'Department',
}

/** What a decided loan starts. The product has no such effect, so it borrows a topic. */
export const effectOf = (outcome: string, id: string): SettledEffect =>
  ({ topic: 'audit.head-mail', payload: { day: `${outcome} ${id}` } }) as SettledEffect

export const LOANS_TABLE = `CREATE TABLE IF NOT EXISTS equipment_loans (id TEXT PRIMARY KEY, company_id TEXT NOT NULL,
  item TEXT NOT NULL, status TEXT NOT NULL, projected_sequence INTEGER NOT NULL)`

export const loanSubject: ApprovalSubject<Loan, { shelf: string }, null> = {
  targetType: 'EQUIPMENT_LOAN',
  kind: 'loan',
  noun: 'loan',
  href: (id) => `/loans/${id}`,
  audit: { targetType: 'VENDOR', area: 'equipment-loan' },
  content: loanContent,
  filed: ({ content, source }) => ({ content, source: { shelf: String((source as { shelf: string }).shelf) } }),
  edited: (_, given) => given,
  isSame: () => true,
  facts: ({ worth, months, departmentId }) =>
    new Map(namedFacts({ amount: worth, contractMonths: months, departments: [departmentId] })),
  summary: ({ item, worth }) => ({ title: item, amount: worth, dueDate: null }),
  changes: (before, after) =>
    (Object.keys(LABELS) as (keyof Loan)[]).flatMap((key): ContentChange[] =>
      JSON.stringify(before[key]) === JSON.stringify(after[key])
        ? []
        : [{ questionId: key, label: LABELS[key], before: before[key], after: after[key] }],
    ),
  restarting: (changes) => changes.filter(({ questionId }) => questionId !== 'item'),
  isCurrent: 'EXISTS (SELECT 1 FROM equipment_loans WHERE id = ?1 AND projected_sequence = ?2)',
  project: (db, { state }) => [
    db
      .prepare(
        `INSERT INTO equipment_loans (id, company_id, item, status, projected_sequence) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (id) DO UPDATE SET item = excluded.item, status = excluded.status,
           projected_sequence = excluded.projected_sequence WHERE projected_sequence <= excluded.projected_sequence`,
      )
      .bind(state.targetId, state.companyId, state.content.item, state.status, state.sequence),
  ],
  settled: (outcome, { targetId }) => [effectOf(outcome, targetId)],
  notify: (payload) => ({ topic: 'request.notify', payload }),
}

registerSubject(loanSubject)

export const submitLoan = (by = 'ada', id = 'loan'): Extract<ApprovalCommandInput, { type: 'submit' }> => ({
  type: 'submit',
  targetType: 'EQUIPMENT_LOAN',
  targetId: id,
  source: { shelf: 'B4' },
  requestor: person('ada'),
  createdBy: person(by),
  content: loan(),
})

export const planningForLoans = (
  chosen: WorkflowSnapshot | WorkflowSnapshot[] | null,
  settings: Partial<RunSettings> = {},
  requestor: PlanFacts['requestor'] = { ...person('ada'), managerUserId: 'grace' },
): PlanningContext => ({
  requestor,
  organisation: organisation(),
  labels: {},
  loaded: null,
  definitions: chosen === null ? [] : Array.isArray(chosen) ? chosen : [chosen],
  settings: { mode: 'EACH_LEVEL_GROUP', enforceOrder: true, ...settings },
  editing: { restrictedToAdmins: false, withApprovalBypass: false },
})

export const worthAtLeast = (minor: number): Partial<ConditionSet> => ({
  conditionNumerics: [{ valuesQuestionId: FACTS.amount, minimumValue: minor, maximumValue: null }],
})

export const conditionsOnLoans: fc.Arbitrary<Partial<ConditionSet>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }).map((n) => worthAtLeast(n * 100_000)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 20 }).map((n) => ({
      conditionNumerics: [{ valuesQuestionId: FACTS.contractMonths, minimumValue: n, maximumValue: null }],
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('engineering', 'sales')
      .map((id) => ({ conditionAnyOfs: [{ valuesQuestionId: FACTS.departments, values: [id] }] })),
  },
)
