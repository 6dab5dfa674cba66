import { env } from 'cloudflare:workers'
import type { UpdateRow } from '../../../schema/vendors/vendor-forms/update-endpoints.ts'
import { newId } from '../../../worker/core/clock.ts'
import { decide } from './filing-scene.ts'
import { question } from './intake.ts'
import { runTicks } from './jobs/ticks.ts'
import { rows, run } from './sessions.ts'
import { formBody, makeFormCategory, makeVendorFormScene, type VendorFormScene } from './vendor-forms.ts'
import { type Client, signIn } from './world.ts'

/** A company whose vendor forms update some fields, with a service of two periods. */

const UPDATES = { inVendorForms: 'UPDATES' } as const
const REGIONS = ['EU', 'US'].map((label, ordinal) => ({
  id: label.toLowerCase(),
  label,
  ordinal,
  parentId: null,
}))

export const FIELDS = {
  vendorFormFields: [
    question('region', 'CUSTOM_SELECT', { label: 'Data region', options: REGIONS, ...UPDATES }),
    question('reason', 'TEXT', {
      label: 'Why the US?',
      ordinal: 1,
      conditionAnyOfs: [{ valuesQuestionId: 'region', values: ['us'] }],
    }),
    question('mail', 'EMAIL', { label: 'Security contact', ordinal: 2, ...UPDATES }),
    question('motto', 'TEXT', { label: 'Motto', ordinal: 3 }),
    question('proof', 'DOCUMENTS', { label: 'Certificates', ordinal: 4, isMulti: true, ...UPDATES }),
  ],
  serviceFormFields: [question('hosting', 'TEXT', { label: 'Hosted in', ...UPDATES })],
  serviceItemFormFields: [question('seats', 'NUMBER', { label: 'Seats', ...UPDATES })],
}

export interface UpdatesScene extends VendorFormScene {
  approver: Client
  serviceId: string
  intakeCategoryId: string
  /** Sends a form about the service. */
  ask(more?: object): Promise<string>
  answer(id: string, answers: Record<string, unknown>, more?: object): Promise<void>
  /** Approves, and lets everything run that follows from it. */
  approve(id: string, version?: number, by?: Client): Promise<void>
  follow(): Promise<void>
  vendorAnswers(vendorId?: string): Promise<Record<string, unknown>>
  service(id?: string): Promise<{
    version: number
    answers: Record<string, unknown>
    servicePeriods: { id: string; startDate: string; answers: Record<string, unknown> }[]
  }>
  /** A change by staff. */
  setVendor(answers: Record<string, unknown>, client?: Client): Promise<void>
  updates(
    id: string,
    client?: Client,
  ): Promise<{ state: string; rows: UpdateRow[]; digest: string; canChoose: boolean }>
  /** "Data region: EU", or the reason why it isn't changed. */
  outcome(id: string): Promise<Record<string, string>>
}

const MAIN_PERIODS = ['2026', '2027'].map((year) => ({
  ...{ startDate: `${year}-01-01`, endDate: `${year}-12-31`, totalServicePeriodCost: 120_000 },
}))

export const makeService = async (scene: Pick<VendorFormScene, 'admin' | 'vendorId'>): Promise<string> => {
  const made = await scene.admin.post('/api/services', {
    ...{ name: `Suite ${newId().slice(-6)}`, vendorId: scene.vendorId, servicePeriods: MAIN_PERIODS },
  })
  if (made.status !== 200) throw new Error(`The service answered ${JSON.stringify(made.body)}`)
  return made.body.id
}

export const shownText = ({ value, labels }: UpdateRow['answer']): string =>
  labels.length > 0 ? labels.join(', ') : String(value ?? '')

export const makeUpdatesScene = async (): Promise<UpdatesScene> => {
  const scene = await makeVendorFormScene()
  const { admin, company, vendorId } = scene
  const saved = await admin.post('/api/custom-form-fields', FIELDS)
  if (saved.status !== 200) throw new Error(`Saving the fields answered ${JSON.stringify(saved.body)}`)
  const intakeCategoryId = await makeFormCategory(admin, scene.reviewer.userId, { type: 'VENDOR', form: [] })
  const approver = await signIn(company, scene.reviewer)
  const serviceId = await makeService(scene)
  const follow = async () => {
    await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', company.id)
    await runTicks(env)
  }
  const updates: UpdatesScene['updates'] = async (id, client = approver) => {
    const { status, body } = await client.get(`/api/vendor-forms/${id}/updates`)
    if (status !== 200) throw new Error(`The updates answered ${JSON.stringify(body)}`)
    return body
  }
  return {
    ...scene,
    ...{ approver, serviceId, intakeCategoryId, follow, updates },
    ask: (more = {}) => scene.send({ vendorUserId: scene.person.userId }, { intakeCategoryId, serviceId, ...more }),
    answer: async (id, answers, more = {}) => {
      const { status, body } = await scene.vendor.post(`/api/vendor-intake/forms/${id}/submit`, formBody(answers, more))
      if (status !== 200) throw new Error(`Submitting answered ${JSON.stringify(body)}`)
    },
    approve: async (id, version = 1, by = approver) => {
      const { status, body } = await decide(by, id, 'APPROVED', version)
      if (status !== 200) throw new Error(`Approving answered ${JSON.stringify(body)}`)
      await follow()
    },
    vendorAnswers: async (of = vendorId) => {
      const [row] = await rows<{ answers: string }>('SELECT answers FROM vendors WHERE id = ?', of)
      return JSON.parse(row?.answers ?? 'null')
    },
    service: async (id = serviceId) => (await admin.get(`/api/services/${id}`)).body,
    setVendor: async (answers, client = admin) => {
      const fields = Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))
      const { status, body } = await client.call('PUT', `/api/vendors/${vendorId}`, {
        body: { customForm: [{ stepId: 'vendor-fields', fields }] },
      })
      if (status !== 200) throw new Error(`Changing the vendor answered ${JSON.stringify(body)}`)
    },
    outcome: async (id) =>
      Object.fromEntries((await updates(id)).rows.map((row) => [row.label, row.skip?.reason ?? shownText(row.answer)])),
  }
}
