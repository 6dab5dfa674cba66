import { describe, expect, it } from 'vitest'
import type { AnswerView } from '../../../../schema/requests/endpoints.ts'
import { shortListOf } from '../../../../schema/shared/name-lists.ts'
import { historyFacts } from '../../../../web/features/platform/audit/facts.ts'
import { idsByKind, optionPaths } from '../../../../web/features/requests/forms/fields/question-kinds.ts'
import {
  answerLines,
  answerText,
  byStep,
  linesOf,
  NOT_ANSWERED,
} from '../../../../web/features/requests/submissions/answer-text.ts'
import {
  changesIn,
  labelsFrom,
  toDifferences,
  unknownAssignees,
  unknownIds,
} from '../../../../web/features/requests/submissions/differences.ts'
import { backoffMs, saysChanged } from '../../../../web/features/requests/submissions/live-backoff.ts'
import { form, question } from './fixtures.ts'

describe('answers in words', () => {
  it('answers are read by their shape', () => {
    expect(answerText(true)).toBe('Yes')
    expect(answerText(1234.5)).toBe('1,234.5')
    expect(answerText('2026-11-20')).toBe('Nov 20, 2026')
    expect(answerText({ value: 1_200_000, currency: 'USD' })).toBe('$12,000.00')
    expect(answerText({ years: 1, months: 0, days: 2 })).toBe('1 year, 2 days')
    expect(answerText(['a', 'b'], (id) => id.toUpperCase())).toBe('A, B')
    for (const blank of [null, undefined, ' ', []]) expect(answerText(blank as never)).toBe(NOT_ANSWERED)
  })
  it('an address has several lines', () => {
    const address = {
      country: 'USA',
      address1: 'Main St 1',
      address2: '',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
    }
    expect(answerLines(address)).toEqual(['Main St 1', 'Springfield, IL 62701', 'USA'])
  })
  it('answers are grouped by step, without display-only texts', () => {
    const view = (questionId: string, stepOrdinal: number, questionOrdinal: number, type = 'TEXT') =>
      ({ questionId, stepId: `s${stepOrdinal}`, stepLabel: '', stepOrdinal, questionOrdinal, type }) as AnswerView
    const steps = byStep([view('c', 1, 0), view('b', 0, 1), view('a', 0, 0), view('d', 1, 1, 'DISPLAY_ONLY')])
    expect(steps.map((step) => step.answers.map(({ questionId }) => questionId))).toEqual([['a', 'b'], ['c']])
  })
})

describe('differences between answers', () => {
  const changes = [
    { questionId: 'dept', label: 'Department', before: 'd1', after: 'd2' },
    { questionId: 'kind', label: 'Kind', before: null, after: ['o1'] },
  ]
  const kinds = form([
    question('dept', { type: 'DEPARTMENT_SELECT' }),
    question('kind', { options: [{ id: 'o1', label: 'New tool', parentId: null, ordinal: 0 }] }),
  ])
  it('ids are named by the previous and current answers on the screen, and by the form', () => {
    const labels = labelsFrom([[{ value: 'd1', labels: ['Marketing'] }], [{ value: 'd2', labels: ['Sales'] }]], kinds)
    expect(toDifferences(changes, labels)).toEqual([
      { questionId: 'dept', label: 'Department', before: 'Marketing', after: 'Sales' },
      { questionId: 'kind', label: 'Kind', before: NOT_ANSWERED, after: 'New tool' },
    ])
  })
  it('departments are named with their approvers, and unknown names are requested', () => {
    const item = { id: 'd1', departmentApproverAssigneeUserId: 'ada' }
    const named = { ...item, name: 'Marketing', departmentApproverAssigneeName: 'Ada Lovelace' }
    const after = [{ ...item, departmentApproverAssigneeUserId: 'alan' }]
    const change = [{ questionId: 'dept', label: 'Department', before: [item], after }]
    const labels = labelsFrom([[{ value: [named], labels: ['Marketing'] }]])
    expect(unknownAssignees(change, labels)).toEqual(['alan'])
    expect(toDifferences(change, labels.set('alan', 'Alan Turing'))).toMatchObject([
      { before: 'Marketing (approver: Ada Lovelace)', after: 'Marketing (approver: Alan Turing)' },
    ])
    expect(linesOf({ type: 'DEPARTMENT_SELECT_V2', value: [named], labels: ['Marketing'] })).toEqual([
      'Marketing (approver: Ada Lovelace)',
    ])
    const asked = question('dept', { type: 'DEPARTMENT_SELECT', requireDepartmentApproverAssigneeSelection: true })
    expect(idsByKind([asked], { dept: [item] })).toEqual([
      ['department', ['d1']],
      ['member', ['ada']],
    ])
  })
  it('only unknown names are requested', () => {
    expect([...unknownIds(changes, labelsFrom([], kinds))]).toEqual([['dept', ['d1', 'd2']]])
  })
  it('names are found in data of unknown shape', () => {
    expect(changesIn({ changes: [...changes, 'x', null] })).toHaveLength(2)
    for (const data of [null, 'x', {}, { changes: 'x' }]) expect(changesIn(data)).toEqual([])
  })
})

describe('facts in the history', () => {
  it('facts read in words, without repeating the message', () => {
    const data = { blockId: 'b1', label: 'Finance', comment: 'Fine', onBehalfOf: { userId: 'u', name: 'Dana' }, run: 2 }
    expect(historyFacts(data)).toEqual([
      { label: 'Comment', text: 'Fine' },
      { label: 'On behalf of', text: 'Dana' },
    ])
  })
  it('blocks are listed with their reasons', () => {
    expect(historyFacts({ blocks: [{ label: 'Legal', level: 2, reason: 'Always' }] })).toEqual([
      { label: 'Blocks', text: 'Legal (Always)' },
    ])
  })
  it('an entry without facts shows none', () => {
    for (const data of [null, 'x', {}, { note: '', changes: [] }]) expect(historyFacts(data)).toEqual([])
  })
})

describe('options', () => {
  const option = (id: string, parentId: string | null, ordinal = 0) => ({ id, label: id, parentId, ordinal })
  it('nested options follow their tree', () => {
    const options = [
      option('b', null, 1),
      option('a2', 'a', 1),
      option('a1', 'a'),
      option('a', null),
      option('x', 'gone', 2),
    ]
    expect(optionPaths(options).map(({ label }) => label)).toEqual(['a', 'a › a1', 'a › a2', 'b', 'x'])
  })
  it('a circle of options ends', () => {
    expect(optionPaths([option('a', 'b'), option('b', 'a')])).toEqual([])
  })
  it('equal answers have equal keys', () => {
    const questions = [
      question('m', { type: 'MEMBER_SELECT', isMulti: true }),
      question('d', { type: 'DOCUMENTS' }),
      question('t'),
    ]
    expect(idsByKind(questions, { m: ['u2', 'u1'], d: ['f'], t: 'text' })).toEqual([
      ['document', ['f']],
      ['member', ['u1', 'u2']],
    ])
  })
})

describe('names', () => {
  it('a long list of names is shortened', () => {
    expect(shortListOf(['A'], 'or')).toBe('A')
    expect(shortListOf(['A', 'B', 'C'], 'or')).toBe('A, B or C')
    expect(shortListOf(['A', 'B', 'C', 'D', 'E'], 'and')).toBe('A, B and 3 others')
  })
})

describe('the live connection', () => {
  it('reconnecting waits longer each time, up to half a minute', () => {
    expect(backoffMs(0, () => 1)).toBe(1000)
    expect(backoffMs(3, () => 0)).toBe(4000)
    expect(backoffMs(50, () => 1)).toBe(30_000)
  })
  it('only change messages are handled', () => {
    expect(saysChanged('{"type":"changed","sequence":4}')).toBe(true)
    for (const text of ['{"type":"other"}', 'not json', 'null', 4]) expect(saysChanged(text)).toBe(false)
  })
})
