import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { SendVendorFormSettings, WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import { newId } from '../../../worker/core/clock.ts'
import { type Category, FORM, file, makeCategory, question, rule, step } from './intake.ts'
import { runTicks } from './jobs/ticks.ts'
import { rows } from './sessions.ts'
import { formBody, makeVendorFormScene, type VendorFormScene } from './vendor-forms.ts'
import { type Client, signIn } from './world.ts'

/** A company whose requests ask a vendor for forms. */
export interface FormTaskScene extends VendorFormScene {
  requester: Client
  /** Reviews the answers of the step. The form's own approver is `reviewer`. */
  clerk: Client
  clerkId: string
  formsRule(settings?: Partial<SendVendorFormSettings>, more?: Partial<WorkflowRule>): WorkflowRule
  category(settings?: Partial<SendVendorFormSettings>, more?: Partial<WorkflowRule>): Promise<Category>
  /** Files a request that names the vendor, and returns its id once its step has started. */
  ask(settings?: Partial<SendVendorFormSettings>, more?: Partial<WorkflowRule>, answers?: object): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  block(id: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  forms(id: string): Promise<any[]>
  /** The block once it is as expected. */
  until(id: string, state: string): Promise<void>
  submit(formId: string, answers?: Record<string, unknown>): ReturnType<Client['post']>
  settle(): Promise<void>
}

export const FORM_WITH_VENDOR = [...FORM, step('whom', [question('contact', 'EMAIL', { label: 'Their address' })], 2)]

/** Everything that is due is done, also what follows from it. */
const settle = async (companyId: string): Promise<void> => {
  await vi.waitFor(
    async () => {
      await runTicks(env)
      const due = await rows(
        `SELECT topic FROM outbox WHERE company_id = '${companyId}' AND done_at IS NULL AND dead_at IS NULL
            AND available_at < ${Date.now()} AND (topic LIKE 'vendor-form.%' OR topic = 'task.run')`,
      )
      if (due.length > 0) throw new Error(`Still due: ${JSON.stringify(due)}`)
    },
    { timeout: 15_000, interval: 50 },
  )
}

export const makeFormTaskScene = async (): Promise<FormTaskScene> => {
  const scene = await makeVendorFormScene()
  const { company, admin, vendorId, categoryId } = scene
  const requester = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  const clerkPerson = await company.addPerson({ name: 'Cleo Clerk' })
  const settingsOf = (settings: Partial<SendVendorFormSettings> = {}): SendVendorFormSettings => ({
    ...{ intakeCategoryIds: [categoryId], emailCopy: 'Before we sign, please' },
    vendor: { source: 'REQUEST' },
    recipient: { source: 'VENDOR' },
    ...settings,
  })
  const formsRule: FormTaskScene['formsRule'] = (settings, more = {}) =>
    rule('forms', {
      type: 'SEND_VENDOR_FORM',
      approverUserIds: [clerkPerson.userId],
      settings: { sendVendorForm: settingsOf(settings) },
      ...more,
    })
  const category: FormTaskScene['category'] = (settings, more) =>
    makeCategory(admin, { form: FORM_WITH_VENDOR, levels: [[formsRule(settings, more)]] })
  const block: FormTaskScene['block'] = async (id) => {
    const { body } = await admin.get(`/api/intake-submission/${id}/approvals`)
    return body.levels
      .flatMap((level: { blocks: object[] }) => level.blocks)
      .find((one: { ruleType: string }) => one.ruleType === 'SEND_VENDOR_FORM')
  }
  return {
    ...scene,
    ...{ requester, formsRule, category, block, clerkId: clerkPerson.userId },
    clerk: await signIn(company, clerkPerson),
    ask: async (settings, more, answers = { vendor: vendorId }) => {
      const { id } = await category(settings, more)
      const request = await file(requester, id, { title: `Atlas ${newId().slice(-6)}`, ...answers })
      await settle(company.id)
      return request
    },
    forms: async (id) => (await admin.get(`/api/level-group-statuses/${(await block(id)).id}/vendor-forms`)).body,
    until: async (id, state) => {
      await vi.waitFor(
        async () => {
          const now = (await block(id)).automatic.state
          if (now !== state) throw new Error(`The step is ${now}, not ${state}`)
        },
        { timeout: 10_000, interval: 50 },
      )
    },
    submit: (formId, answers = { policy: 'On our site' }) =>
      scene.vendor.post(`/api/vendor-intake/forms/${formId}/submit`, formBody(answers)),
    settle: () => settle(company.id),
  }
}
