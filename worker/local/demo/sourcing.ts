import type { Answers, FormStep } from '../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import type { Env } from '../../env.ts'
import { createCategory, saveSettings } from '../../features/requests/categories/index.ts'
import { saveForm } from '../../features/requests/forms/index.ts'
import { openVisit, submitPublicRequest } from '../../features/requests/sourcing/index.ts'
import { createWorkflow, saveWorkflow } from '../../features/requests/workflows/index.ts'
import { actAs } from './act.ts'
import { demoClock } from './clock.ts'
import { options, q, rule, step } from './forms.ts'
import { COMPANY_ID } from './people.ts'

const FORM: FormStep[] = [
  step('so-offer', 'Your offer', 0, [
    q('so-title', 'REQUEST_TITLE', 'What do you offer?', { isRequired: true }),
    q('so-field', 'CUSTOM_SELECT', 'Field', {
      isRequired: true,
      options: options('so-field', ['Machined parts', 'Electronics', 'Services']),
    }),
    q('so-about', 'TEXT', 'Why you?', { isRequired: true }),
    q('so-brochure', 'DOCUMENTS', 'Brochure or price list', { isMulti: true }),
  ]),
  step('so-company', 'Your company', 1, [
    q('so-address', 'ADDRESS', 'Registered address'),
    q('so-iso', 'YES_NO', 'Are you certified by ISO 9001?', { isRequired: true }),
  ]),
]

const RECEIVED: { name: string; email: string; answers: Answers }[] = [
  {
    name: 'Piet de Vries',
    email: 'piet@devriesprecision.example',
    answers: {
      'so-title': 'Milled aluminum housings',
      'so-field': 'so-field-1',
      'so-about': 'Five-axis milling in Delft, with lots from 20 pieces in eight working days.',
      'so-iso': true,
    },
  },
  {
    name: 'Amara Nwosu',
    email: 'amara@northgatelogistics.example',
    answers: {
      'so-title': 'Customs and freight for spare parts',
      'so-field': 'so-field-3',
      'so-about': 'We move spare parts between the EU and the UK every night.',
      'so-iso': false,
    },
  },
]

/** Brightwater's public form for suppliers, and two submissions. */
export const fillSourcing = async (env: Env, admin: string): Promise<void> => {
  const { id } = await actAs(env, admin, createCategory, {
    name: 'Supplier registration',
    description: 'Tell us what you make or do. We look at every offer within two weeks.',
    type: 'PUBLIC',
  })
  await actAs(env, admin, saveForm, {
    ...{ intakeCategoryId: id, transactionId: `demo-form-${id}`.slice(0, 60), batch: 1, totalBatches: 1 },
    intakeSteps: FORM,
  })
  const workflow = await actAs(env, admin, createWorkflow, { intakeCategoryId: id, label: 'Supplier review' })
  await actAs(env, admin, saveWorkflow, {
    ...{ id: workflow.id, version: 1, entryPoints: NO_CONDITIONS },
    levels: [{ id: 'so-l1', number: 1, rules: [rule('so-r1', 'Purchasing', { approverUserIds: ['demo-yuki'] })] }],
  })
  await actAs(env, admin, saveSettings, {
    ...{ intakeCategoryId: id, version: 2, approvalMode: null, enableAssignees: false, ownerIds: ['demo-yuki'] },
    dashboardCustomColumns: [
      { columnName: 'Field', questionId: 'so-field', ruleId: null },
      { columnName: 'ISO 9001', questionId: 'so-iso', ruleId: null },
    ],
  })
  for (const { name, email, answers } of RECEIVED) {
    const earlier = { now: () => demoClock.now() - 60_000 }
    const visit = await openVisit({ env, clock: earlier, newId: () => crypto.randomUUID() }, id)
    await actAs(env, admin, submitPublicRequest, {
      ...{ companyId: COMPANY_ID, name, email, visit, batch: 1, totalBatches: 1 },
      submission: {
        intakeCategoryId: id,
        answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
      },
    })
  }
}
