import { describe, expect, it } from 'vitest'
import type { RuleSettings, ServiceField } from '../../../schema/approvals/definition.ts'
import { questionsUsedBy } from '../../../schema/approvals/definition-questions.ts'
import { checkWorkflow } from '../../../schema/approvals/definition-rules.ts'
import { serviceFromAnswers } from '../../../schema/approvals/service-mappings.ts'
import { atLeast, form, question, rule, usd, workflow } from './fixtures.ts'

const FORM = form([
  question('what', 'REQUEST_TITLE'),
  question('vendor', 'VENDOR_SELECT'),
  question('teams', 'DEPARTMENT_SELECT', { isMulti: true }),
  question('owner', 'MEMBER_SELECT'),
  question('from', 'START_DATE'),
  question('price', 'REQUEST_AMOUNT'),
])
const from = (mappings: Partial<Record<ServiceField, string>>, answers: Parameters<typeof serviceFromAnswers>[1]) =>
  serviceFromAnswers({ mappings }, answers, FORM)
const problems = (settings: RuleSettings, more = {}) =>
  checkWorkflow(
    workflow([rule('create', { type: 'CREATE_SERVICE', approverUserIds: ['linus'], settings, ...more })]).definition,
    FORM,
  ).map(({ message }) => message)

describe('the service that answers describe', () => {
  it('takes each field from its question', () => {
    const mappings = {
      ...{ name: 'what', vendor: 'vendor', departments: 'teams', owners: 'owner' },
      ...{ startDate: 'from', totalCost: 'price' },
    }
    const answers = {
      ...{ what: ' Kestrel CAD ', vendor: 'v1', owner: 'u1', from: '2030-01-01', price: usd(120_000) },
      teams: [
        { id: 'd1', departmentApproverAssigneeUserId: null },
        { id: 'd2', departmentApproverAssigneeUserId: 'u2' },
      ],
    }
    expect(from(mappings, answers)).toEqual({
      service: {
        ...{ name: 'Kestrel CAD', vendorId: 'v1', departmentIds: ['d1', 'd2'], ownerIds: ['u1'] },
        ...{ startDate: '2030-01-01', totalCost: usd(120_000) },
      },
      gone: [],
    })
  })

  it('leaves out what was not answered, and cuts a name to what a service takes', () => {
    expect(from({ name: 'what', vendor: 'vendor' }, { what: 'x'.repeat(300) }).service).toEqual({
      name: 'x'.repeat(200),
    })
  })

  it('names the fields whose question the form of the request does not have', () => {
    expect(from({ name: 'what', description: 'no-longer' }, { what: 'CAD' })).toEqual({
      service: { name: 'CAD' },
      gone: ['description'],
    })
  })
})

describe('a CREATE_SERVICE task', () => {
  it('may be saved without mappings, and with those that fit', () => {
    expect(problems({})).toEqual([])
    expect(problems({ createService: { mappings: { name: 'what', totalCost: 'price' } } })).toEqual([])
  })

  it('is refused when the question of a mapping is gone', () => {
    expect(problems({ createService: { mappings: { owners: 'no-longer' } } })).toEqual([
      'The question that fills “Owners” is no longer in the form. Choose another one',
    ])
  })

  it('is refused when a question cannot fill its field', () => {
    expect(problems({ createService: { mappings: { startDate: 'vendor' } } })).toEqual([
      '“vendor” (Vendor) cannot fill “Start date”',
    ])
  })

  it('needs somebody to create the service', () => {
    expect(problems({}, { approverType: 'NO_APPROVERS', approverUserIds: [] })).toEqual([
      'Choose who creates the service',
    ])
  })
})

describe('the questions that a workflow needs', () => {
  it('are those of its conditions, and those that its tasks take something from', () => {
    const service = { createService: { mappings: { vendor: 'vendor' } } }
    const hook = { webhook: { url: '', fields: [{ key: 'a', value: '', questionId: 'from' }] } }
    const mail = {
      sendDocument: {
        recipient: { source: 'QUESTION' as const, questionId: 'owner' },
        emailCopy: '',
        documentIds: [],
      },
    }
    const rules = [service, hook, mail].map((settings, i) => rule(`r${i}`, { settings }))
    const { definition } = workflow([...rules, rule('big', atLeast(1))])
    expect([...questionsUsedBy(definition)].sort()).toEqual(['amount', 'from', 'owner', 'vendor'])
  })
})
