import fc from 'fast-check'
import { describe } from 'vitest'
import { conditionsOnLoans, loan, planningForLoans, submitLoan } from './equipment-loans.ts'
import { ANSWERS, atLeast, content, departmentIs, isYes, planning, submitCommand, usd } from './fixtures.ts'
import { proveInvariants } from './machine-invariants.ts'

describe('the approval machine with requests', () => {
  proveInvariants({
    subject: 'request',
    conditions: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }).map((n) => atLeast(n * 100_000)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(departmentIs('engineering'), departmentIs('sales'), isYes('personal-data')),
      },
    ),
    ruleTypes: ['APPROVAL', 'APPROVAL', 'APPROVAL', 'TASK', 'ADDITIONAL_STEP', 'WEBHOOK', 'SEND_VENDOR_FORM'],
    settings: fc.record({
      stepIds: fc.constant<string[]>(['security']),
      workflowType: fc.constantFrom('SUB_LEVELS' as const, 'APPEND_LEVELS_TO_END' as const),
    }),
    submit: (by) => submitCommand(undefined, by),
    content: ({ amount, pick, yes }) =>
      content({
        title: `Title ${amount % 3}`,
        amount: usd(amount * 100_000),
        ...(yes ? { department: pick % 2 ? 'engineering' : 'sales' } : {}),
      }).content,
    answers: (yes, before) => {
      const { answers = {} } = (before?.content ?? {}) as { answers?: Record<string, unknown> }
      return { 'personal-data': answers['personal-data'] ?? yes }
    },
    planning: (chosen, settings, requestor) => planning(chosen, ANSWERS, settings, { requestor }),
  })
})

describe('the approval machine with a subject that has no form', () => {
  proveInvariants({
    subject: 'loan',
    conditions: conditionsOnLoans,
    ruleTypes: ['APPROVAL', 'APPROVAL', 'APPROVAL', 'TASK', 'WEBHOOK', 'SEND_VENDOR_FORM'],
    settings: fc.constant({}),
    submit: submitLoan,
    content: ({ amount, pick, yes }) =>
      loan({
        item: `Camera ${amount % 3}`,
        worth: usd(amount * 100_000),
        months: pick,
        departmentId: yes ? 'engineering' : 'sales',
      }),
    planning: planningForLoans,
  })
})
