import { expect, it } from 'vitest'
import { doors } from '../../../worker/app.tsx'
import { schema } from '../../../worker/transport/graphql/schema.ts'
import { configurationRows } from './configuration.ts'
import { documentRows } from './documents.ts'
import { OWN_CALLS } from './own-calls.ts'
import { peopleRows } from './people.ts'
import { requestCommandRows } from './request-commands.ts'
import { requestRows } from './requests.ts'
import { serviceRows } from './services.ts'
import { settingsRows } from './settings.ts'
import { unitRows } from './units.ts'
import { vendorRows } from './vendors.ts'

/** What the contract calls is called by a row, exactly as it words it; what is not in the contract says so. */

const ROWS = [
  ...[requestRows, requestCommandRows, configurationRows, settingsRows, unitRows, peopleRows],
  ...[documentRows, serviceRows, vendorRows],
].flat()

/** Names of parameters are the product's own. */
const shapeOf = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}')
const fields = (kind: 'query' | 'mutation'): string[] => {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.keys(type?.getFields() ?? {}).map((name) => `${kind} ${name}`)
}
const exposed = [
  ...doors.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
  ...fields('query'),
  ...fields('mutation'),
]
const own = new Set(OWN_CALLS.map(shapeOf))
const called = new Set(ROWS.map(({ call }) => shapeOf(call)))

it('every call of the contract has a row that calls it', () => {
  expect(exposed.filter((call) => !called.has(shapeOf(call)) && !own.has(shapeOf(call)))).toEqual([])
})

it('no call that has a row, or that no longer exists, is listed as the product’s own', () => {
  const known = new Set(exposed.map(shapeOf))
  expect(OWN_CALLS.filter((call) => called.has(shapeOf(call)) || !known.has(shapeOf(call)))).toEqual([])
})
