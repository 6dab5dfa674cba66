import { beforeAll, expect, it } from 'vitest'
import { columnsIn, columnsText } from '../../../schema/shared/list-columns.ts'
import { codeOf } from '../../support/worker/doors.ts'
import { type Client, makeCompany, signIn } from '../../support/worker/world.ts'

/** The columns that a person has chosen for lists. */

let ada: Client
let adaId: string
let ben: Client
let elsewhere: Client
beforeAll(async () => {
  const [own, other] = [await makeCompany(), await makeCompany()]
  const person = await own.addPerson({ flags: ['hasAdminAccess'] })
  adaId = person.userId
  ;[ada, ben] = [await signIn(own, person), await signIn(own, await own.addPerson())]
  elsewhere = await signIn(other, await other.addPerson())
})

const keep = (client: Client, list: string, columns: string | null) =>
  client.call('PUT', `/api/list-columns/${list}`, { body: { columns } })

it('each person has their own columns of each list, and the last choice counts', async () => {
  expect((await keep(ada, 'services', 'name,vendor~180,-owners')).status).toBe(204)
  expect((await keep(ada, 'vendors', 'name')).status).toBe(204)
  expect((await keep(ada, 'services', 'vendor,name')).status).toBe(204)
  expect((await keep(ben, 'services', 'total,name')).status).toBe(204)
  expect((await ada.get('/api/list-columns')).body).toEqual([
    { list: 'services', columns: 'vendor,name' },
    { list: 'vendors', columns: 'name' },
  ])
  expect((await ben.get('/api/list-columns')).body).toEqual([{ list: 'services', columns: 'total,name' }])
  expect((await elsewhere.get('/api/list-columns')).body).toEqual([])
  expect((await keep(ada, 'services', null)).status).toBe(204)
  expect((await ada.get('/api/list-columns')).body).toEqual([{ list: 'vendors', columns: 'name' }])
  expect((await ben.get('/api/list-columns')).body).toHaveLength(1)
})

it('what isn’t a choice of columns is refused beside its field', async () => {
  for (const columns of ['', 'name;drop', 'name,,vendor', '<b>', 'x'.repeat(3_001)]) {
    const answer = await keep(ada, 'services', columns)
    expect([columns.slice(0, 20), codeOf(answer), Object.keys(answer.body.fields ?? {})]).toEqual([
      ...[columns.slice(0, 20), 'INVALID', ['columns']],
    ])
  }
  expect((await keep(ada, 'Not a list', 'name')).status).toBe(400)
})

it('at most a hundred lists are kept for a person', async () => {
  for (let n = 0; n < 100; n++) expect((await keep(ben, `list-${n}`, 'name')).status).toBe(n < 99 ? 204 : 422)
  expect((await keep(ben, 'services', 'name')).status).toBe(204)
})

it('a saved view has the columns that were shown, and lists the same rows', async () => {
  for (const name of ['Kestrel Labs', 'Merlin', 'Kestrel Hosting'])
    expect((await ada.post('/api/vendors', { name, owners: [adaId], paymentMethod: 'ACH' })).status).toBe(200)
  const filters = { filter: 'ALL', search: 'kestrel', columns: 'owners,name~200' }
  const { status, body } = await ada.post('/api/vendors/by-filter', { filters, label: 'Narrow' })
  expect(status).toBe(200)
  const [view] = (await ada.get('/api/vendors/views')).body
  expect(view.filters).toMatchObject(filters)
  const listed = (await ada.get(`/api/vendors/by-filter/${body.hash}`)).body
  expect(listed.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual([
    'Kestrel Hosting',
    'Kestrel Labs',
  ])
  const file = String((await ada.get(`/api/vendors/by-filter/${body.hash}.csv`)).body)
  expect(file.match(/Kestrel \w+|Merlin/g)).toEqual(['Kestrel Hosting', 'Kestrel Labs'])
})

it('widths stay within reach, and a column counts once', () => {
  expect(columnsText(columnsIn('name~1,vendor~9999,-owner~120,name~300,added:a.b') ?? [])).toBe(
    'name~48,vendor~960,-owner~120,added:a.b',
  )
})
