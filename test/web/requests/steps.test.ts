import { describe, expect, it } from 'vitest'
import {
  draftEntries,
  firstError,
  hasInput,
  nextStepId,
  previousStepId,
  REVIEW,
  shownSteps,
  stepViews,
  strayErrors,
  submittedEntries,
  toAnswers,
} from '../../../web/features/requests/steps.ts'
import { form, question } from './fixtures.ts'

const yes = [{ valuesQuestionId: 'more', value: true }]
const subject = form(
  [question('title', { type: 'REQUEST_TITLE', isRequired: true }), question('more', { type: 'YES_NO' })],
  [question('why', { isRequired: true, conditionBooleans: yes })],
  [question('email', { type: 'EMAIL' })],
)
const views = (answers: object, more: Partial<Parameters<typeof stepViews>[0]> = {}) =>
  stepViews({ form: subject, answers: answers as never, errors: {}, visited: new Set(), current: 's1', ...more })

describe('steps', () => {
  it('are those that ask something now', () => {
    expect(shownSteps(subject, {}).map(({ id }) => id)).toEqual(['s1', 's3'])
    expect(shownSteps(subject, { more: true }).map(({ id }) => id)).toEqual(['s1', 's2', 's3'])
  })
  it('follow one another to the review and back', () => {
    expect(nextStepId(subject, {}, 's1')).toBe('s3')
    expect(nextStepId(subject, { more: true }, 's1')).toBe('s2')
    expect(nextStepId(subject, {}, 's3')).toBe(REVIEW)
    expect(previousStepId(subject, {}, REVIEW)).toBe('s3')
    expect(previousStepId(subject, {}, 's1')).toBeNull()
  })
  it('are done when they were visited and nothing is missing', () => {
    const visited = new Set(['s1', 's3'])
    expect(views({}, { visited, current: 's3' }).map(({ state }) => state)).toEqual(['todo', 'current', 'todo'])
    expect(views({ title: 'A' }, { visited, current: 's3' })[0]?.state).toBe('done')
    expect(views({ title: 'A' }, { current: 's3' })[0]?.state).toBe('todo')
  })
  it('show their messages, the current one too', () => {
    const errors = { title: 'Required' }
    expect(views({}, { errors, current: 's3' })[0]).toMatchObject({ state: 'error', errors: 1 })
    expect(views({}, { errors })[0]).toMatchObject({ state: 'current', errors: 1 })
  })
})

describe('notes', () => {
  const noted = form([question('a', { allowsNote: true }), question('b')])
  it('go with their answers, also where nothing was answered, and only where they are allowed', () => {
    expect(submittedEntries(noted, { b: 'x' }, { a: ' why ', b: 'no' })).toEqual([
      { questionId: 'b', value: 'x' },
      { questionId: 'a', value: null, note: 'why' },
    ])
  })
  it('that are too long stay out of the draft', () => {
    expect(draftEntries(noted, { a: 'x' }, { a: 'y'.repeat(10_001) }).entries).toEqual([
      { questionId: 'a', value: 'x' },
    ])
  })
  it('lead to their question when they are refused', () => {
    expect(firstError(noted, {}, { 'a.note': 'Too long' })).toEqual({ stepId: 's1', questionId: 'a' })
    expect(strayErrors(noted, {}, { 'a.note': 'Too long' })).toEqual([])
  })
})

describe('messages', () => {
  it('lead to the first in the order of the screen', () => {
    const errors = { email: 'Invalid email', title: 'Required' }
    expect(firstError(subject, {}, errors)).toEqual({ stepId: 's1', questionId: 'title' })
    expect(firstError(subject, {}, { why: 'Required' })).toBeNull()
  })
  it('without a place on the screen are not lost', () => {
    expect(strayErrors(subject, {}, { title: 'Required', gone: 'No longer asked' })).toEqual(['No longer asked'])
  })
})

describe('what is sent', () => {
  it('begins with the first real input', () => {
    expect(hasInput({ title: '  ', more: null as never })).toBe(false)
    expect(hasInput({ more: false })).toBe(true)
  })
  it('of a draft leaves half-typed answers out and keeps hidden ones', () => {
    const { entries, leftOut } = draftEntries(subject, { title: 'A', why: 'hidden', email: 'no address', gone: 'x' })
    expect(entries.map(({ questionId }) => questionId)).toEqual(['title', 'why'])
    expect(leftOut.map(({ id }) => id)).toEqual(['email'])
  })
  it('of a submission leaves hidden and blank answers out', () => {
    const entries = submittedEntries(subject, { title: 'A', why: 'hidden', email: ' ' })
    expect(entries).toEqual([{ questionId: 'title', value: 'A' }])
  })
  it('comes back without unanswered questions', () => {
    const saved = [
      { questionId: 'title', value: 'A' },
      { questionId: 'why', value: null },
    ]
    expect(toAnswers(saved)).toEqual({ title: 'A' })
  })
})
