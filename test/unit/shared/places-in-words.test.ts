import { expect, it } from 'vitest'
import { placeInWords } from '../../../schema/shared/sent/places-in-words.ts'

it.each([
  [['submission', 'steps', 0, 'fields', 7, 'value'], 'Step 1, answer 8'],
  [['lines', 2, 'categoryId'], 'Line 3, category'],
  [['body', 1, 'name'], 'Item 2, name'],
  [['x', 'lines', '0'], 'Line 1'],
  [['serviceStartDate'], 'Service start date'],
  [['i'], ''],
])('%j is called %s', (path, words) => {
  expect(placeInWords(path, undefined)).toBe(words)
})

it('an answer or a field that comes with its label is called by it', () => {
  const sent = {
    submission: { steps: [{ fields: [{ questionId: 'q1', label: 'Contract value' }] }] },
    levels: [{ name: 'Legal' }],
  }
  expect(placeInWords(['submission', 'steps', 0, 'fields', 0, 'value'], sent)).toBe('“Contract value”')
  expect(placeInWords(['levels', 0, 'approvers'], sent)).toBe('“Legal”, approvers')
})
