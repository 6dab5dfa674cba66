import { env } from 'cloudflare:workers'
import { newId } from '../../../worker/core/clock.ts'
import { hmacHex } from '../../../worker/core/hash.ts'
import { answersOf, createWorkflow, question, rule, saveForm, saveLevels, step } from './intake.ts'
import { run } from './sessions.ts'
import type { Answer, Client, TestCompany } from './world.ts'

export const switchOnSourcing = (company: Pick<TestCompany, 'id'>) =>
  run(
    `UPDATE companies SET flags = json_set(flags, '$.enableSourcing', json('true'), '$.enableVendorIntake', json('true'))
      WHERE id = ?`,
    company.id,
  )

/** An image beside the company's name. */
export const giveLogo = async (company: Pick<TestCompany, 'id'>): Promise<void> => {
  const key = `logo-${company.id}.svg`
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await env.DOCUMENTS.put(key, picture, { httpMetadata: { contentType: 'image/svg+xml' } })
  await run('UPDATE companies SET light_logo_key = ? WHERE id = ?', key, company.id)
}

const SOURCING_FORM = [
  step('offer', [
    question('title', 'REQUEST_TITLE', { label: 'What do you offer?', isRequired: true }),
    question('mail', 'EMAIL', { label: 'Billing email', allowsNote: true }),
    question('files', 'DOCUMENTS', { label: 'Brochure', isMulti: true }),
    question('size', 'CUSTOM_SELECT', {
      label: 'Size of your company',
      options: ['small', 'large'].map((id, ordinal) => ({ id, label: `${id} company`, parentId: null, ordinal })),
    }),
  ]),
]

/** A sourcing category with a form and a workflow that asks one person. */
export const makeSourcingCategory = async (admin: Client, approverUserId: string): Promise<string> => {
  const { body } = await admin.post('/api/intake-categories', { name: `Suppliers ${newId()}`, type: 'PUBLIC' })
  await saveForm(admin, body.id, SOURCING_FORM)
  const workflow = await createWorkflow(admin, body.id)
  await saveLevels(admin, workflow, [[rule('review', { approverUserIds: [approverUserId] })]])
  return body.id
}

export interface FormAddress {
  companyId: string
  intakeCategoryId: string
}

/** A visit that began long enough ago, as its company's form would have signed it. */
export const visitSince = async (key: string, intakeCategoryId: string, ago = 60_000): Promise<string> => {
  const [id, at] = [newId(), Date.now() - ago]
  return [id, at, await hmacHex(key, ['sourcing-visit', intakeCategoryId, id, at].join('\n'))].join('.')
}

export const formBody = (
  { companyId, intakeCategoryId }: FormAddress,
  visit: string,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
) => ({
  companyId,
  visit,
  name: 'Sam Stranger',
  email: 'sam@stranger.test',
  batch: 1,
  totalBatches: 1,
  submission: { intakeCategoryId, answers: answersOf(answers) },
  ...more,
})

export const sendForm = (
  client: Client,
  address: FormAddress,
  visit: string,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
  commandId?: string,
): Promise<Answer> => client.post('/public-api/intake-submission', formBody(address, visit, answers, more), commandId)
