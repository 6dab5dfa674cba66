import type { Answers, FormStep } from '../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import type { Env } from '../../env.ts'
import { sendBack } from '../../features/approvals/blocks/index.ts'
import { createCategory } from '../../features/requests/categories/index.ts'
import { saveForm } from '../../features/requests/forms/index.ts'
import { decide, readApprovals, saveSubmission } from '../../features/requests/submissions/index.ts'
import { createWorkflow, saveWorkflow } from '../../features/requests/workflows/index.ts'
import { revokeForm, sendForm, submitVendorForm } from '../../features/vendors/vendor-forms/index.ts'
import { actAs, actAsVendor } from './act.ts'
import { demoClock } from './clock.ts'
import { options, q, rule, step } from './forms.ts'
import { COMPANY_ID, slug } from './people.ts'

/** Forms that Brightwater sends to its vendors, in all states for Kestrel CAD. */

const SECURITY: FormStep[] = [
  step('vf-security', 'Security', 0, [
    q('vf-soc', 'CUSTOM_SELECT', 'Which certificates do you have?', {
      isRequired: true,
      isMulti: true,
      options: options('vf-soc', ['SOC 2 Type II', 'ISO 27001', 'None']),
    }),
    q('vf-incidents', 'TEXT', 'Security incidents in the last two years', { isRequired: true, allowsNote: true }),
    q('vf-contact', 'EMAIL', 'Security contact', { isRequired: true }),
    q('vf-proof', 'DOCUMENTS', 'Certificates', { isMulti: true }),
  ]),
]

const ONBOARDING: FormStep[] = [
  step('vf-company', 'Your company', 0, [
    q('vf-address', 'ADDRESS', 'Registered address', { isRequired: true }),
    q('vf-billing', 'EMAIL', 'Where do we send purchase orders?', { isRequired: true }),
  ]),
]

const YEARLY: FormStep[] = [
  step('vf-year', 'This year', 0, [q('vf-changes', 'TEXT', 'What else changes this year?', { allowsNote: true })]),
]

const KESTREL = `${slug('Kestrel CAD')}-vendors`
const LENA = { userId: 'demo-lena', vendorCompanyId: 'demo-vendor-kestrel' }

export const formCategory = async (
  env: Env,
  admin: string,
  form: {
    name: string
    description: string
    type: 'VENDOR' | 'CUSTOM_VENDOR_FORM'
    steps: FormStep[]
    approver: string
  },
  companyId = COMPANY_ID,
): Promise<string> => {
  const { name, description, type, steps, approver } = form
  const { id } = await actAs(env, admin, createCategory, { name, description, type }, companyId)
  await actAs(
    env,
    admin,
    saveForm,
    {
      ...{ intakeCategoryId: id, transactionId: `demo-form-${id}`.slice(0, 60), batch: 1, totalBatches: 1 },
      intakeSteps: steps,
    },
    companyId,
  )
  const workflow = await actAs(env, admin, createWorkflow, { intakeCategoryId: id, label: `${name} review` }, companyId)
  await actAs(
    env,
    admin,
    saveWorkflow,
    {
      ...{ id: workflow.id, version: 1, entryPoints: NO_CONDITIONS },
      levels: [
        { id: `${id}-l1`, number: 1, rules: [rule(`${id}-r1`, 'Review answers', { approverUserIds: [approver] })] },
      ],
    },
    companyId,
  )
  return id
}

const ANSWERS: Answers = {
  'vf-soc': ['vf-soc-1', 'vf-soc-2'],
  'vf-incidents': 'None.',
  'vf-contact': 'security@kestrelcad.example',
}

const SUPPLIER: FormStep[] = [
  step('ns-what', 'What', 0, [
    q('ns-title', 'REQUEST_TITLE', 'What do we get from them?', { isRequired: true }),
    q('ns-vendor', 'VENDOR_SELECT', 'Vendor', { isRequired: true }),
    q('ns-amount', 'REQUEST_AMOUNT', 'Yearly cost'),
  ]),
]

/** A request whose first step waits for the vendor. */
const fileNewSupplier = async (env: Env, admin: string, security: string): Promise<void> => {
  const { id } = await actAs(env, admin, createCategory, {
    ...{ name: 'New supplier', description: 'Someone new, or something new from someone we know.' },
  })
  await actAs(env, admin, saveForm, {
    ...{ intakeCategoryId: id, transactionId: `demo-form-${id}`.slice(0, 60), batch: 1, totalBatches: 1 },
    intakeSteps: SUPPLIER,
  })
  const workflow = await actAs(env, admin, createWorkflow, { intakeCategoryId: id, label: 'New supplier' })
  const sendVendorForm = {
    ...{ intakeCategoryIds: [security], emailCopy: 'We need your answers before we sign.' },
    vendor: { source: 'REQUEST' as const },
    recipient: { source: 'VENDOR' as const },
  }
  const questionnaire = rule('ns-r1', 'Security questionnaire', {
    ...{ type: 'SEND_VENDOR_FORM', approverUserIds: ['demo-priya'], settings: { sendVendorForm } },
  })
  const finance = rule('ns-r2', 'Finance', { approverUserIds: ['demo-dana'] })
  await actAs(env, admin, saveWorkflow, {
    ...{ id: workflow.id, version: 1, entryPoints: NO_CONDITIONS },
    levels: [
      { id: 'ns-l1', number: 1, rules: [questionnaire] },
      { id: 'ns-l2', number: 2, rules: [finance] },
    ],
  })
  const answers: Answers = {
    'ns-title': 'Kestrel drawing archive',
    'ns-vendor': KESTREL,
    'ns-amount': { value: 960_000, currency: 'USD' },
  }
  await actAs(env, 'demo-felix', saveSubmission, {
    ...{ batch: 1, totalBatches: 1 },
    submission: {
      ...{ intakeCategoryId: id, isDraft: false },
      answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
    },
  })
}

export const fillVendorForms = async (env: Env, admin: string): Promise<void> => {
  const security = await formCategory(env, admin, {
    name: 'Security review',
    description: 'How you protect our drawings. About ten minutes.',
    type: 'CUSTOM_VENDOR_FORM',
    ...{ steps: SECURITY, approver: 'demo-priya' },
  })
  const onboarding = await formCategory(env, admin, {
    name: 'Vendor onboarding',
    description: 'What we need to know before the first order.',
    type: 'VENDOR',
    ...{ steps: ONBOARDING, approver: 'demo-dana' },
  })
  const yearly = await formCategory(env, admin, {
    name: 'Yearly update',
    description: 'What we know about you and our licenses. Your answers update it once we approve them.',
    type: 'VENDOR',
    ...{ steps: YEARLY, approver: 'demo-omar' },
  })
  const send = async (intakeCategoryId: string, message: string, more: object = {}): Promise<string> => {
    const to = { vendorUserId: LENA.userId, ...more }
    const sent = await actAs(env, admin, sendForm, { vendorId: KESTREL, intakeCategoryId, message, ...to })
    return sent.intakeSubmissionId
  }
  const fill = (intakeSubmissionId: string, answers: Answers, isDraft = false) =>
    actAsVendor(env, LENA, submitVendorForm, {
      intakeSubmissionId,
      isDraft,
      steps: [
        {
          stepId: 'answers',
          fields: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
        },
      ],
    })
  const firstStep = async (approver: string, id: string): Promise<string> => {
    const { levels } = await actAs(env, approver, readApprovals, { id })
    return levels[0]?.blocks[0]?.id ?? ''
  }
  const decided = async (id: string, status: 'APPROVED' | 'REJECTED', comment: string) => {
    const levelGroupStatusId = await firstStep('demo-priya', id)
    await actAs(env, 'demo-priya', decide, { id, status, levelGroupStatusId, comment })
  }
  const approved = await send(security, 'Our yearly review.')
  await fill(approved, ANSWERS)
  await decided(approved, 'APPROVED', 'Both certificates checked.')
  const rejected = await send(security, 'For the new hosting region.')
  await fill(rejected, { ...ANSWERS, 'vf-soc': ['vf-soc-3'], 'vf-incidents': 'One, in May.' })
  await decided(rejected, 'REJECTED', 'Please describe the incident and attach your certificates.')
  demoClock.pass(1)
  await fill(await send(security, 'For the plug-in store.'), ANSWERS)
  await fill(await send(onboarding, 'Takes five minutes.'), { 'vf-billing': 'orders@kestrelcad.example' }, true)
  await send(security, 'Please finish it before the renewal in spring.', {
    vendorUserId: undefined,
    allVendorCompanyUsers: true,
  })
  await fileNewSupplier(env, admin, security)
  await send(onboarding, 'No account needed.', { vendorUserId: undefined, email: 'billing@kestrelcad.example' })
  const sentBack = await send(onboarding, 'For the office in Hamburg.')
  await fill(sentBack, {
    'vf-address': {
      ...{ address1: 'Speicherstrasse 12', address2: '', city: 'Hamburg', state: 'HH', postalCode: '20457' },
      country: 'Germany',
    },
    'vf-billing': 'hamburg@kestrelcad.example',
  })
  await actAs(env, 'demo-dana', sendBack, {
    id: await firstStep('demo-dana', sentBack),
    message: 'Please add the floor. Parcels came back from this address.',
  })
  const closed = await send(onboarding, 'Sent twice by mistake.', {
    ...{ vendorUserId: undefined, email: 'office@kestrelcad.example' },
  })
  await actAs(env, admin, revokeForm, { intakeSubmissionId: closed })
  const seats = await env.DB.prepare('SELECT id FROM services WHERE company_id = ? AND name = ?')
    .bind(COMPANY_ID, 'Kestrel CAD seats')
    .first<{ id: string }>()
  if (!seats) throw new Error('The service isn’t there')
  await fill(await send(yearly, 'Are these still right?', { serviceId: seats.id }), {
    ...{ 'vendor-dpa': true, 'vendor-contact': 'security@kestrelcad.example' },
    ...{ 'service-data': true, 'service-region': 'EU (Frankfurt)' },
    ...{ 'service-period-1::item-seats': 12, 'service-period-2::item-seats': 16, 'vf-changes': 'Nothing else.' },
  })
}
