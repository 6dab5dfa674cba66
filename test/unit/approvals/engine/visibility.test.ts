import { describe, expect, it } from 'vitest'
import {
  dropHidden,
  findConditionCycle,
  visibleQuestionIds,
  visibleQuestions,
} from '../../../../schema/requests/forms/visibility.ts'
import { form, isYes, question } from './fixtures.ts'

const CHAIN = form([
  question('c', 'TEXT', { ...isYes('b'), ordinal: 2 }),
  question('a', 'YES_NO'),
  question('b', 'YES_NO', { ...isYes('a'), ordinal: 1 }),
])

describe('visibility of questions', () => {
  it('a question whose controlling question is hidden sees that one as unanswered', () => {
    expect([...visibleQuestionIds(CHAIN, { a: true, b: true })].sort()).toEqual(['a', 'b', 'c'])
    expect([...visibleQuestionIds(CHAIN, { a: false, b: true })]).toEqual(['a'])
  })

  it('questions appear in the order of the form', () => {
    expect(visibleQuestions(CHAIN, { a: true, b: true }).map((q) => q.id)).toEqual(['a', 'b', 'c'])
  })

  it('answers to hidden and unknown questions are dropped', () => {
    expect(dropHidden(CHAIN, { a: false, b: true, c: 'x', gone: 'y' })).toEqual({ a: false })
  })

  it('additional steps are left out when filing, but their answers are kept', () => {
    const two = form([question('a', 'TEXT')], [question('later', 'TEXT')])
    expect(visibleQuestions(two, {}).map((q) => q.id)).toEqual(['a'])
    expect(dropHidden(two, { a: 'x', later: 'y' })).toEqual({ a: 'x', later: 'y' })
  })

  it('circular conditions are found, and none are reported when there are none', () => {
    expect(findConditionCycle(CHAIN)).toBeNull()
    const circle = form([
      question('a', 'YES_NO', isYes('c')),
      question('b', 'YES_NO', isYes('a')),
      question('c', 'YES_NO', isYes('b')),
    ])
    expect(findConditionCycle(circle)?.sort()).toEqual(['a', 'b', 'c'])
    expect(findConditionCycle(form([question('a', 'YES_NO', isYes('a'))]))).toEqual(['a'])
    expect([...visibleQuestionIds(circle, { a: true, b: true, c: true })]).toEqual([])
  })
})
