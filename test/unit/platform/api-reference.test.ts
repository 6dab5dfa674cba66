import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, it } from 'vitest'
import { loadApp } from '../../../worker/local/tools/load-app.ts'
import { typeFaults } from '../../support/generated-client/type-faults.ts'

/** The OpenAPI document as programs that generate clients and pages from it read it. */

interface Operation {
  operationId: string
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> }
}

let text = ''
let document: ApiDocument
const operation = (id: string): Operation | undefined =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)

beforeAll(async () => {
  const loaded = await loadApp<{ text: string }>(`
    import { doors } from './worker/app.tsx'
    import { openApiText } from './worker/transport/openapi/document.ts'
    export const text = openApiText(doors, 'https://outlay.example')`)
  text = loaded.text
  document = JSON.parse(text)
}, 60_000)

it('Redocly finds no error in it', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  // Paths such as /by-filter/{hash} beside /{id}/owned are told apart by their literal parts.
  expect([...new Set(problems.map(({ ruleId }) => ruleId))]).toEqual(['no-ambiguous-paths'])
}, 60_000)

it('uploads say their form and files their media type', () => {
  expect(operation('documents.upload')?.requestBody?.content).toHaveProperty('multipart/form-data')
  expect(operation('services.renewal-report-csv')?.responses['200']?.content).toHaveProperty('text/csv')
})

it('a schema has a name, and dates, times and amounts say what they are', () => {
  const { schemas } = document.components
  expect(schemas.Money).toMatchObject({
    properties: { value: { type: 'integer' }, currency: { $ref: '#/components/schemas/Currency' } },
  })
  expect(text).toContain('"format":"date"')
  const dates: string[] = []
  // A mapping names questions of a form.
  const named = Object.entries(schemas).filter(([name]) => !name.includes('Mapping'))
  for (const [name, { properties = {} }] of named)
    for (const [key, schema] of Object.entries(properties as Record<string, { type?: string; format?: string }>))
      if (/(Date|[a-z]At)$|^date$/.test(key) && schema.type === 'string' && !schema.format) dates.push(`${name}.${key}`)
  expect(dates).toEqual([])
  // An anonymous object in an answer is in no list of types that a generator makes.
  const anonymous = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).filter(({ responses }) => JSON.stringify(responses).includes('"properties"')),
  )
  expect(anonymous).toEqual([])
})

it('keys are offered where they can come in', () => {
  const keyed = (id: string) => operation(id)?.security.some((one) => 'apiKey' in one)
  expect(['vendors.list', 'bills.create', 'services.list'].filter((id) => !keyed(id))).toEqual([])
  const inPerson = [
    'services.get-renewal-feed',
    'settings.list-api-keys',
    'super-admin.list-companies',
    'checks.decide',
  ]
  expect([...inPerson, 'vendor-portal.session'].filter(keyed)).toEqual([])
})

it('the types that openapi-typescript makes of it fit what a program sends and uses', async () => {
  expect(await typeFaults(document)).toBe('')
}, 120_000)
