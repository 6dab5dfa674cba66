import { expect } from 'vitest'
import type { Api } from './api.ts'

/** Answers to the demo company's Software form, which the manager approves and, from $10,000 on, Finance. */
export const softwareAnswers = (title: string, dollars: number, more: object = {}) =>
  Object.entries({
    'sw-title': title,
    'sw-vendor': 'demo-acme-cloud-vendors',
    'sw-kind': 'sw-kind-1',
    'sw-why': 'For the drawing office',
    'sw-personal-data': false,
    'sw-amount': { value: dollars * 100, currency: 'USD' },
    'sw-department': 'demo-engineering-departments',
    'sw-start': '2027-01-04',
    ...more,
  }).map(([questionId, value]) => ({ questionId, value }))

export const softwareCategory = async (api: Api): Promise<string> => {
  const categories = (await api.get('/api/intake-categories')).body as { id: string; name: string }[]
  return String(categories.find(({ name }) => name === 'Software')?.id)
}

/** Submits a Software request, or with an id and version in `more` edits it. Returns its id. */
export const saveSoftware = async (
  api: Api,
  intakeCategoryId: string,
  title: string,
  dollars: number,
  more: object = {},
): Promise<string> => {
  const submission = { intakeCategoryId, isDraft: false, answers: softwareAnswers(title, dollars), ...more }
  const { status, body } = await api.call('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
