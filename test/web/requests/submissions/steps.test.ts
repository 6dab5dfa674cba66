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
} from '../../../../web/features/requests/submissions/steps.ts'
import { form, question } from './fixtures.ts'

const yes = [{ valuesQuestionId: 'more', value: true }]
const subject = form(
  [question('title', { type: 'REQUEST_TITLE', isRequired: true }), question('more', { type: 'YES_NO' })],
  [question('why', { isRequired: true, conditionBooleans: yes })],
  [question('email', { type: 'EMAIL' })],
)
const views = (answers: object, more: Partial<Parameters<typeof stepViews>[0]> = {}) =>
  stepViews({ form: subject, answers: answers as never, errors: {}, visited: new Set(), current: 's1', ...more })

describe('steps of the request form', () => {
  it('only steps with a visible question are shown', () => {
    expect(shownSteps(subject, {}).map(({ id }) => id)).toEqual(['s1', 's3'])
    expect(shownSteps(subject, { more: true }).map(({ id }) => id)).toEqual(['s1', 's2', 's3'])
  })
  it('steps lead to the review and back', () => {
    expect(nextStepId(subject, {}, 's1')).toBe('s3')
    expect(nextStepId(subject, { more: true }, 's1')).toBe('s2')
    expect(nextStepId(subject, {}, 's3')).toBe(REVIEW)
    expect(previousStepId(subject, {}, REVIEW)).toBe('s3')
    expect(previousStepId(subject, {}, 's1')).toBeNull()
  })
  it('a visited step without missing answers is done', () => {
    const visited = new Set(['s1', 's3'])
    expect(views({}, { visited, current: 's3' }).map(({ state }) => state)).toEqual(['todo', 'current', 'todo'])
    expect(views({ title: 'A' }, { visited, current: 's3' })[0]?.state).toBe('done')
    expect(views({ title: 'A' }, { current: 's3' })[0]?.state).toBe('todo')
  })
  it('each step shows its messages, including the current one', () => {
    const errors = { title: 'Required' }
    expect(views({}, { errors, current: 's3' })[0]).toMatchObject({ state: 'error', errors: 1 })
    expect(views({}, { errors })[0]).toMatchObject({ state: 'current', errors: 1 })
  })
})

describe('notes', () => {
  const noted = form([question('a', { allowsNote: true }), question('b')])
  it('notes are sent with their answers, even without an answer, and only if they are allowed', () => {
    expect(submittedEntries(noted, { b: 'x' }, { a: ' why ', b: 'no' })).toEqual([
      { questionId: 'b', value: 'x' },
      { questionId: 'a', value: null, note: 'why' },
    ])
  })
  it('a note that is too long isn’t saved in the draft', () => {
    expect(draftEntries(noted, { a: 'x' }, { a: 'y'.repeat(10_001) }).entries).toEqual([
      { questionId: 'a', value: 'x' },
    ])
  })
  it('a refused note leads to its question', () => {
    expect(firstError(noted, {}, { 'a.note': 'Too long' })).toEqual({ stepId: 's1', questionId: 'a' })
    expect(strayErrors(noted, {}, { 'a.note': 'Too long' })).toEqual([])
  })
})

describe('messages', () => {
  it('messages lead to the first field on the screen', () => {
    const errors = { email: 'Invalid email', title: 'Required' }
    expect(firstError(subject, {}, errors)).toEqual({ stepId: 's1', questionId: 'title' })
    expect(firstError(subject, {}, { why: 'Required' })).toBeNull()
  })
  it('messages without a field on the screen are not lost', () => {
    expect(strayErrors(subject, {}, { title: 'Required', gone: 'No longer asked' })).toEqual(['No longer asked'])
  })
})

describe('what is sent', () => {
  it('saving begins with the first real input', () => {
    expect(hasInput({ title: '  ', more: null as never })).toBe(false)
    expect(hasInput({ more: false })).toBe(true)
  })
  it('a draft leaves out half-typed answers and keeps hidden ones', () => {
    const { entries, leftOut } = draftEntries(subject, { title: 'A', why: 'hidden', email: 'no address', gone: 'x' })
    expect(entries.map(({ questionId }) => questionId)).toEqual(['title', 'why'])
    expect(leftOut.map(({ id }) => id)).toEqual(['email'])
  })
  it('a submission leaves out hidden and blank answers', () => {
    const entries = submittedEntries(subject, { title: 'A', why: 'hidden', email: ' ' })
    expect(entries).toEqual([{ questionId: 'title', value: 'A' }])
  })
  it('unanswered questions are removed from the loaded answers', () => {
    const saved = [
      { questionId: 'title', value: 'A' },
      { questionId: 'why', value: null },
    ]
    expect(toAnswers(saved)).toEqual({ title: 'A' })
  })
})
