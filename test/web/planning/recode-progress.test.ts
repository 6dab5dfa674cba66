import { expect, it } from 'vitest'
import { progressText } from '../../../web/features/planning/transactions/recode-progress.tsx'

const recode = { done: 0, total: 10, changed: 0, restored: 0 } as Parameters<typeof progressText>[0]

it.each([
  [{ state: 'RUNNING', done: 4 }, '4 of 10 transactions looked at'],
  [{ state: 'DONE', changed: 10 }, '10 transactions changed'],
  [{ state: 'DONE', changed: 9 }, '9 transactions changed, 1 had it already'],
  [{ state: 'UNDOING', done: 4, changed: 9 }, 'Undoing: 4 of 10 transactions looked at'],
  [{ state: 'UNDONE', changed: 9, restored: 9 }, '9 transactions undone'],
  [
    { state: 'UNDONE', changed: 9, restored: 8 },
    '8 transactions undone. 1 transaction changed since, so they keep what they have now.',
  ],
] as const)('a change of many transactions tells how far it is: %j', (more, text) => {
  expect(progressText({ ...recode, ...more })).toBe(text)
})
