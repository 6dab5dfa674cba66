import { describe, expect, it } from 'vitest'
import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import {
  actor,
  content,
  form,
  person,
  planning,
  question,
  rule,
  Story,
  submitCommand,
  usd,
  workflow,
} from './fixtures.ts'

const CABLE: Answers = { title: 'USB cable', amount: usd(1_000), department: 'engineering', files: ['quote'] }
const ASKED = [
  question('title', 'REQUEST_TITLE', { isRequired: true, allowsNote: true }),
  question('amount', 'REQUEST_AMOUNT', { label: 'Amount' }),
  question('department', 'DEPARTMENT_SELECT'),
  question('purpose', 'TEXT', { label: 'Purpose', allowsNote: true, keepsApprovals: true }),
  question('vendor', 'VENDOR_SELECT', { allowsNote: true, keepsApprovals: true }),
  question('files', 'DOCUMENTS', { isMulti: true }),
]
const FORM = form(ASKED, [question('personal-data', 'YES_NO', { isRequired: true })])

const planned = (answers: Answers, asked: FormDefinition = FORM): PlanningContext =>
  planning(workflow(), answers, {}, { form: asked })

const always = workflow([rule('linus', { approverUserIds: ['linus'] })], [rule('alan', { approverUserIds: ['alan'] })])

/** Linus has approved, Alan hasn't. */
const approved = (chosen = always, answers = CABLE): Story => {
  const story = new Story().do(submitCommand(answers), actor('ada'), { ...planned(answers), definitions: [chosen] })
  expect(story.decide('linus', actor('linus'))).toBeNull()
  return story
}
const change = (
  story: Story,
  answers: Answers,
  { notes, ...more }: { keepAllDecisions?: boolean; notes?: Record<string, string> } = {},
) =>
  story.try({ type: 'edit', seenVersion: story.request.version, ...more, ...content(answers, notes) }, actor('ada'), {
    ...planned(answers),
    editing: { restrictedToAdmins: false, withApprovalBypass: true },
  })
const stands = (answers: Answers, notes?: Record<string, string>): boolean => {
  const story = approved()
  expect(change(story, { ...CABLE, ...answers }, notes ? { notes } : {})).toBeNull()
  expect(story.request.version).toBe(2)
  return story.block('linus').status === 'APPROVED'
}

describe('which approvals an edit restarts', () => {
  it('an edit restarts steps without conditions, whose reason never changes', () => {
    const story = approved()
    expect(change(story, { ...CABLE, title: 'Yacht', amount: usd(999_999) })).toBeNull()
    expect(story.block('linus')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      earlierDecisions: [{ ...person('linus'), decision: 'APPROVED', answersVersion: 1 }],
    })
    expect(story.block('alan').openedAt).toBeNull()
    expect(story.decide('linus', actor('linus'))).toBeNull()
    expect(story.block('linus').earlierDecisions).toHaveLength(1)
    expect(story.block('alan').openedAt).not.toBeNull()
  })

  it('raising, removing or changing the currency of the amount restarts approvals, and lowering it doesn’t', () => {
    expect(stands({ amount: usd(1_001) })).toBe(false)
    expect(stands({ amount: { value: 900, currency: 'GBP' } })).toBe(false)
    expect(stands({ amount: null })).toBe(false)
    expect(stands({ amount: usd(999) })).toBe(true)
  })

  it('a lowered amount restarts approvals when something else changes with it', () => {
    expect(stands({ amount: usd(999), title: 'Another cable' })).toBe(false)
  })

  it('a changed text or note restarts approvals unless the category exempts the question', () => {
    expect(stands({ title: 'USB cables' })).toBe(false)
    expect(stands({}, { title: 'Urgent' })).toBe(false)
    expect(stands({ purpose: 'Charging' })).toBe(true)
    expect(stands({}, { purpose: 'Urgent' })).toBe(true)
  })

  it('a changed choice always restarts approvals, and a change to only its note doesn’t', () => {
    expect(stands({ vendor: 'acme' })).toBe(false)
    expect(stands({}, { vendor: 'Their new name' })).toBe(true)
  })

  it('removing a document restarts approvals, and adding one doesn’t', () => {
    expect(stands({ files: [] })).toBe(false)
    expect(stands({ files: ['quote', 'drawing'] })).toBe(true)
  })

  it('bypassed steps restart, and the bypass is shown as the earlier decision', () => {
    const story = new Story().do(submitCommand(CABLE), actor('ada'), { ...planned(CABLE), definitions: [always] })
    story.do({ type: 'bypass', blockId: story.block('linus').id, note: 'On leave' }, actor('edsger'))
    expect(change(story, { ...CABLE, amount: usd(5_000) })).toBeNull()
    expect(story.block('linus')).toMatchObject({
      status: 'PENDING',
      bypassedBy: null,
      earlierDecisions: [{ ...person('edsger'), isBypass: true, comment: 'On leave' }],
    })
  })

  it('a step that only some have approved so far restarts', () => {
    const both = workflow([rule('linus', { approverGroupIds: ['legal'], quorum: { kind: 'ALL' } })])
    const story = approved(both)
    expect(change(story, { ...CABLE, title: 'Yacht' })).toBeNull()
    expect(story.block('linus').decisions).toEqual([])
    expect(story.decide('linus', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('PENDING')
  })

  it('steps without approvers stay completed', () => {
    const story = approved(
      workflow([rule('free', { approverType: 'NO_APPROVERS' })], ...[[rule('linus', { approverUserIds: ['linus'] })]], [
        rule('alan', { approverUserIds: ['alan'] }),
      ]),
    )
    expect(change(story, { ...CABLE, title: 'Yacht' })).toBeNull()
    expect(story.block('free').status).toBe('APPROVED')
  })

  it('a holder of the bypass right can keep all decisions, and the steps say so', () => {
    const story = approved()
    const edit = {
      type: 'edit' as const,
      seenVersion: 1,
      keepAllDecisions: true,
      ...content({ ...CABLE, title: 'Yacht' }),
    }
    story.do(edit, actor('ada', { canBypass: true }), {
      ...planned({ ...CABLE, title: 'Yacht' }),
      editing: { restrictedToAdmins: false, withApprovalBypass: true },
    })
    expect(story.block('linus')).toMatchObject({
      status: 'APPROVED',
      decisionsKept: { by: person('ada'), version: 2, at: story.now },
    })
    expect(story.block('alan').decisionsKept).toBeUndefined()
  })
})

describe('earlier decisions', () => {
  it('a resubmission shows the decisions of the previous run', () => {
    const story = approved()
    expect(story.decide('alan', actor('alan'), 'REJECTED')).toBeNull()
    const answers = { ...CABLE, title: 'Cheaper cable' }
    story.do({ type: 'resubmit', seenVersion: 1, ...content(answers) }, actor('ada'), {
      ...planned(answers),
      definitions: [always],
    })
    expect(story.block('linus')).toMatchObject({
      run: 2,
      status: 'PENDING',
      earlierDecisions: [{ userId: 'linus', decision: 'APPROVED', answersVersion: 1 }],
    })
    expect(story.block('alan').earlierDecisions).toMatchObject([{ userId: 'alan', decision: 'REJECTED' }])
  })
})

describe('additional steps', () => {
  const step = (id: string) =>
    rule(id, { type: 'ADDITIONAL_STEP', approverUserIds: ['grace'], settings: { stepIds: ['security'] } })
  const twice = workflow([rule('linus', { approverUserIds: ['linus'] })], [step('one')], [step('two')])
  const answer = (story: Story, name: string, value: boolean | null, by = 'grace') =>
    story.try(
      {
        type: 'completeTask',
        blockId: story.block(name).id,
        seenVersion: story.request.version,
        ...(value !== null && { answers: { 'personal-data': value } }),
      },
      actor(by),
      planned({ ...story.request.content.answers, 'personal-data': value }),
    )

  it('first answers and unchanged answers restart nothing', () => {
    const story = approved(twice)
    expect(answer(story, 'one', true)).toBeNull()
    expect(answer(story, 'two', true)).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('changed answers restart the decisions based on them, which can then be confirmed unchanged', () => {
    const story = approved(twice)
    expect(answer(story, 'one', true)).toBeNull()
    expect(answer(story, 'two', false)).toBeNull()
    expect(story.request.status).toBe('PENDING')
    expect(story.block('linus')).toMatchObject({ status: 'PENDING', earlierDecisions: [{ answersVersion: 1 }] })
    expect(story.block('one')).toMatchObject({ status: 'PENDING', earlierDecisions: [{ answersVersion: 2 }] })
    expect(story.block('two').status).toBe('APPROVED')
    expect(story.decide('linus', actor('linus'))).toBeNull()
    // Someone who changed what others had approved has influenced the request.
    expect(answer(story, 'one', null)?.reason).toBe('NOT_ALLOWED')
    expect(story.block('one').approvers.map(({ via }) => via)).toEqual(['admin', 'admin'])
    expect(answer(story, 'one', null, 'barbara')).toBeNull()
    expect(story.request).toMatchObject({ status: 'APPROVED', content: { answers: { 'personal-data': false } } })
  })
})
