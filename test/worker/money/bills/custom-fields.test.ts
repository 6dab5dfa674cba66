import { beforeAll, describe, expect, it } from 'vitest'
import {
  addErp,
  addRuleSet,
  type BillScene,
  bodyOf,
  bookedOf,
  decide,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { always } from '../../../support/worker/spend.ts'

/** Custom fields and segments on bills follow Settings › Payments › Bill form and Segments. */

let scene: BillScene
let projectId: string
let regionId: string

beforeAll(async () => {
  scene = await makeBillScene()
  const of = { connection_id: scene.connectionId }
  const field = (details: object) => ({ ...of, details: JSON.stringify(details) })
  projectId = await addErp(
    scene.company.id,
    'CUSTOM_FIELD',
    'Project',
    field({ scriptId: 'custbody_project', type: 'BODY' }),
  )
  await addErp(scene.company.id, 'CUSTOM_FIELD', 'Delivered', field({ scriptId: 'custcol_day', valueType: 'Date' }))
  await addErp(
    scene.company.id,
    'CUSTOM_FIELD',
    'Units',
    field({ scriptId: 'custcol_units', valueType: 'Integer Number' }),
  )
  regionId = await addErp(
    ...([scene.company.id, 'CUSTOM_SEGMENT', 'Region'] as const),
    field({ scriptId: 'cseg_region', options: [{ erpId: '7', name: 'West' }] }),
  )
})

const show = (id: string, showOnBill: boolean) =>
  scene.admin.call('PUT', `/api/erp-custom-fields/${id}/show-on-bill`, { body: { showOnBill } })
const enable = (id: string, enabled: boolean) =>
  scene.admin.call('PUT', `/api/erp-custom-segments/${id}/enabled`, { body: { enabled } })
const project = (value: string) => [{ customFieldScriptId: 'custbody_project', value }]
const line = (more: object) => ({ lines: [{ amount: 120_000, ...bookedOf(scene), ...more }] })
const refused = async (more: object): Promise<object> => {
  const answer = await scene.clerk.post('/api/payments/bills', await bodyOf(scene, { ...more }))
  expect(answer.status).toBe(400)
  return answer.body.fields
}

describe('custom fields of a bill', () => {
  it('a field that isn’t on the bill form takes no value, and one that is takes it', async () => {
    const given = { erpCustomFieldValues: project('Apollo') }
    expect(await refused(given)).toEqual({ 'erpCustomFieldValues.0.value': 'Project isn’t on the bill form' })
    expect((await show(projectId, true)).status).toBe(200)
    const id = await enter(scene, given)
    expect((await readBill(scene.clerk, id)).erpCustomFieldValues).toEqual([
      { customFieldScriptId: 'custbody_project', name: 'Project', value: 'Apollo', text: 'Apollo' },
    ])
  })

  it('a value stays on a bill whose field was taken off the form, but can’t be changed', async () => {
    await show(projectId, true)
    const body = await bodyOf(scene, { erpCustomFieldValues: project('Apollo') })
    const { id } = (await scene.clerk.post('/api/payments/bills', body)).body
    await show(projectId, false)
    const change = (value: string) =>
      scene.clerk.call('PUT', `/api/payments/bills/${id}`, {
        body: { ...body, description: 'Other', erpCustomFieldValues: project(value) },
      })
    expect((await change('Gemini')).body.fields).toEqual({
      'erpCustomFieldValues.0.value': 'Project isn’t on the bill form',
    })
    expect((await change('Apollo')).status).toBe(200)
    // Without a value there is nothing to refuse.
    expect((await change('')).status).toBe(200)
  })

  it('a segment takes only its own options, and only while it is enabled', async () => {
    const of = (value: string) => line({ customSegments: [{ customSegmentScriptId: 'cseg_region', value }] })
    const at = 'lines.0.customSegments.0.value'
    expect(await refused(of('7'))).toEqual({ [at]: 'Region isn’t on the bill form' })
    await enable(regionId, true)
    expect(await refused(of('8'))).toEqual({ [at]: 'This isn’t a valid option' })
    const id = await enter(scene, of('7'))
    expect((await readBill(scene.clerk, id)).lines[0].customSegments).toEqual([
      { customSegmentScriptId: 'cseg_region', name: 'Region', value: '7', text: 'West' },
    ])
    const { edges } = (await scene.clerk.get('/api/payments/bills/line-items')).body
    expect(edges[0].node.customSegments).toMatchObject([{ name: 'Region', text: 'West' }])
    expect((await scene.clerk.get('/api/payments/bills/line-items.csv')).body).toContain('Region: West')
  })

  it.each([
    ['custcol_day', '2026-02-30', 'There is no February 30. February 2026 has 28 days'],
    ['custcol_units', '1.5', 'Enter a whole number'],
    ['custcol_unknown', 'x', 'This field isn’t in the accounting system'],
    ['cseg_region', '7', 'This field isn’t in the accounting system'],
  ])('%s doesn’t take %s', async (customFieldScriptId, value, message) => {
    const fields = (await scene.admin.get('/api/erp-custom-fields')).body as { id: string }[]
    for (const { id } of fields) await show(id, true)
    expect(await refused(line({ erpCustomFieldValues: [{ customFieldScriptId, value }] }))).toEqual({
      'lines.0.erpCustomFieldValues.0.value': message,
    })
  })

  it('a field of lines is on lines only, and one of the bill only on the bill', async () => {
    const fields = (await scene.admin.get('/api/erp-custom-fields')).body as { id: string }[]
    for (const { id } of fields) await show(id, true)
    expect(await refused(line({ erpCustomFieldValues: project('Apollo') }))).toEqual({
      'lines.0.erpCustomFieldValues.0.value': 'Project is a field of the bill, not of its lines',
    })
    const columnId = await addErp(scene.company.id, 'CUSTOM_FIELD', 'Cost code', {
      connection_id: scene.connectionId,
      details: JSON.stringify({ scriptId: 'custcol_code', type: 'COLUMN', options: [{ erpId: '9', name: 'Tooling' }] }),
    })
    await show(columnId, true)
    const given = [{ customFieldScriptId: 'custcol_code', value: '9' }]
    expect(await refused({ erpCustomFieldValues: given })).toEqual({
      'erpCustomFieldValues.0.value': 'Cost code is a field of the lines',
    })
    const id = await enter(scene, line({ erpCustomFieldValues: given }))
    expect((await readBill(scene.clerk, id)).lines[0].erpCustomFieldValues).toEqual([
      { ...given[0], name: 'Cost code', text: 'Tooling' },
    ])
    const { body } = await scene.clerk.graphql(
      '{ billFormValues { customFields { scriptId } lineCustomFields { scriptId options { label } } } }',
    )
    expect(body.data.billFormValues.lineCustomFields).toContainEqual({
      scriptId: 'custcol_code',
      options: [{ label: 'Tooling' }],
    })
    expect(body.data.billFormValues.customFields).not.toContainEqual({ scriptId: 'custcol_code' })
  })

  it('fields of another company’s accounting system are unknown', async () => {
    const other = await makeBillScene()
    await show(projectId, true)
    const body = await bodyOf(other, { erpCustomFieldValues: project('Apollo') })
    expect((await other.clerk.post('/api/payments/bills', body)).body.fields).toEqual({
      'erpCustomFieldValues.0.value': 'This field isn’t in the accounting system',
    })
  })

  it('what will be sent names the fields of lines, also where the bill itself has none', async () => {
    const of = await makeBillScene({ flags: ['paymentsEnabled', 'enablePaymentAccounting', 'enableCurrencies'] })
    await addRuleSet(of.company, { levels: [always('Owner', of.people.approver.userId)] })
    const columnId = await addErp(of.company.id, 'CUSTOM_FIELD', 'Cost code', {
      connection_id: of.connectionId,
      details: JSON.stringify({ scriptId: 'custcol_code', type: 'COLUMN' }),
    })
    const path = `/api/erp-custom-fields/${columnId}/show-on-bill`
    expect((await of.admin.call('PUT', path, { body: { showOnBill: true } })).status).toBe(200)
    const erpCustomFieldValues = [{ customFieldScriptId: 'custcol_code', value: 'T-9' }]
    const id = await enter(of, { lines: [{ amount: 120_000, ...bookedOf(of), erpCustomFieldValues }] })
    await decide(of.approver, id)
    await follow(of)
    const entries = '/api/payments/general-ledger-entries'
    const [{ node }] = (await of.clerk.get(`${entries}?filter=UNSYNCED`)).body.edges
    const { bill } = (await of.clerk.get(`${entries}/${node.id}`)).body
    expect(bill.lines[0].erpCustomFieldValues).toEqual([{ ...erpCustomFieldValues[0], name: 'Cost code' }])
  })
})
