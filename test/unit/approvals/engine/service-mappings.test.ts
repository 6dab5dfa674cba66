import { describe, expect, it } from 'vitest'
import type { RuleSettings, ServiceField } from '../../../../schema/approvals/workflows/definition.ts'
import { customFromAnswers } from '../../../../schema/requests/workflows/custom-mappings.ts'
import { questionsUsedBy } from '../../../../schema/requests/workflows/definition-questions.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { serviceFromAnswers } from '../../../../schema/requests/workflows/service-mappings.ts'
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
  it('each field comes from its question', () => {
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

  it('unanswered fields are left out, and a long name is cut to what a service allows', () => {
    expect(from({ name: 'what', vendor: 'vendor' }, { what: 'x'.repeat(300) }).service).toEqual({
      name: 'x'.repeat(200),
    })
  })

  it('fields whose question isn’t in the request’s form are named', () => {
    expect(from({ name: 'what', description: 'no-longer' }, { what: 'CAD' })).toEqual({
      service: { name: 'CAD' },
      gone: ['description'],
    })
  })
})

describe('a CREATE_SERVICE task', () => {
  it('a task can be saved without mappings or with matching ones', () => {
    expect(problems({})).toEqual([])
    expect(problems({ createService: { mappings: { name: 'what', totalCost: 'price' } } })).toEqual([])
  })

  it('a task is refused when the question of a mapping no longer exists', () => {
    expect(problems({ createService: { mappings: { owners: 'no-longer' } } })).toEqual([
      'The question that fills “Owners” is no longer in the form. Choose another one',
    ])
  })

  it('a task is refused when a question can’t fill its field', () => {
    expect(problems({ createService: { mappings: { startDate: 'vendor' } } })).toEqual([
      '“vendor” (Vendor) cannot fill “Start date”',
    ])
  })

  it('a task needs someone to create the service', () => {
    expect(problems({}, { approverType: 'NO_APPROVERS', approverUserIds: [] })).toEqual([
      'Choose who creates the service',
    ])
  })
})

describe('the questions that a workflow needs', () => {
  it('a workflow needs the questions of its conditions and of its tasks', () => {
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

describe('custom fields of a service', () => {
  const regions = (prefix: string) =>
    ['Europe', 'Asia'].map((label, ordinal) => ({ id: `${prefix}-${label}`, label, parentId: null, ordinal }))
  const ASKED = form([
    question('what', 'REQUEST_TITLE'),
    question('where', 'CUSTOM_SELECT', { isMulti: true, options: regions('asked') }),
    question('owner', 'REQUEST_OWNER_SELECT'),
    question('price', 'REQUEST_AMOUNT'),
  ])
  const fields = [
    question('nickname', 'TEXT', { label: 'Nickname' }),
    question('region', 'CUSTOM_SELECT', { label: 'Region', options: regions('own').reverse() }),
    question('keeper', 'MEMBER_SELECT', { label: 'Keeper', isMulti: true }),
    question('deposit', 'MONEY', { label: 'Deposit' }),
  ]
  const filled = (customMappings: Record<string, string>, answers: Parameters<typeof customFromAnswers>[1]) =>
    customFromAnswers({ mappings: {}, customMappings }, answers, ASKED, fields)

  it('a custom field takes answers of its kind, choices by name, one or several as it allows', () => {
    const answers = { what: ' CAD ', where: ['asked-Asia', 'asked-Europe'], owner: 'u1', price: usd(5_000) }
    expect(filled({ nickname: 'what', region: 'where', keeper: 'owner', deposit: 'price' }, answers)).toEqual({
      answers: { nickname: 'CAD', region: 'own-Asia', keeper: ['u1'], deposit: usd(5_000) },
      gone: [],
    })
    expect(filled({ nickname: 'what' }, { what: ' ' }).answers).toEqual({})
  })

  it('a custom field whose question is missing or doesn’t fit is named, and a deleted field is ignored', () => {
    expect(filled({ nickname: 'no-longer', deposit: 'what', forgotten: 'what' }, { what: 'CAD' })).toEqual({
      answers: {},
      gone: ['Nickname', 'Deposit'],
    })
  })

  it('checking the workflow keeps the question of a custom field in the form', () => {
    const settings = { createService: { mappings: {}, customMappings: { nickname: 'no-longer' } } }
    expect(problems(settings)).toEqual([
      'The question that fills a custom field is no longer in the form. Choose another one',
    ])
    const kept = workflow([rule('create', { type: 'CREATE_SERVICE', settings })]).definition
    expect([...questionsUsedBy(kept)]).toContain('no-longer')
  })
})
