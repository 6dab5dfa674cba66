import { env } from 'cloudflare:workers'
import type { ConfigurationImport, Difference } from '../../../schema/platform/configuration/endpoints.ts'
import { newId } from '../../../worker/core/clock.ts'
import { question, rule, saveForm, step } from './intake.ts'
import { runTicks } from './jobs/ticks.ts'
import { logicOf, MATRICES } from './matrix-scene.ts'
import { rows } from './sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** Companies with the same units and nothing configured, and one with something of everything. */

export const CONFIGURATION = '/api/configuration'

export interface Place {
  company: TestCompany
  admin: Client
  adminPerson: TestPerson
  member: Client
  /** By name. */
  ids: Record<string, string>
  dana: TestPerson
  omar: TestPerson
  file(): Promise<string>
}

const UNITS = {
  Engineering: 'departments',
  Sales: 'departments',
  Finance: 'groups',
  Legal: 'groups',
  Software: 'spend_categories',
  Acme: 'vendors',
} as const

/** @param like a place whose people are members here, too */
export const makePlace = async (like?: Place): Promise<Place> => {
  const company = await makeCompany([
    'enableIntakeRequests',
    'enableSpendRequests',
    'paymentsEnabled',
    'enableVendorIntake',
    'enableSourcing',
  ])
  const adminPerson = await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, adminPerson)
  const ids: Record<string, string> = {}
  for (const [name, table] of Object.entries(UNITS)) ids[name] = await company.add(table, name)
  const person = async (of: 'dana' | 'omar', name: string): Promise<TestPerson> => {
    const known = like?.[of]
    if (!known) return company.addPerson({ name, email: `${of}-${newId().slice(-8)}@people.test` })
    await rows(
      'INSERT INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, ?)',
      company.id,
      known.userId,
      Date.now(),
    )
    return known
  }
  return {
    ...{ company, admin, adminPerson, ids },
    member: await signIn(company, await company.addPerson()),
    dana: await person('dana', 'Dana Fox'),
    omar: await person('omar', 'Omar Haddad'),
    file: async () => (await admin.get(CONFIGURATION)).body,
  }
}

const must = async <T extends { status: number; body: unknown }>(answer: Promise<T>): Promise<T> => {
  const got = await answer
  if (got.status >= 300 || (got.body as { errors?: unknown })?.errors)
    throw new Error(`Answered ${got.status}: ${JSON.stringify(got.body)}`)
  return got
}

const FORM = (ids: Record<string, string>) => [
  step('Basics', [
    question('q-title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('q-kind', 'CUSTOM_SELECT', {
      label: 'Kind',
      description: 'What it is.\nTwo lines.',
      options: [
        { id: 'o-new', label: 'New', parentId: null, ordinal: 0 },
        { id: 'o-renewal', label: 'Renewal', parentId: null, ordinal: 1 },
        { id: 'o-early', label: 'Early', parentId: 'o-renewal', ordinal: 2 },
      ],
    }),
    question('q-cost', 'REQUEST_AMOUNT', {
      label: 'Cost',
      conditionAnyOfs: [{ valuesQuestionId: 'q-kind', values: ['o-new', 'o-early'] }],
    }),
    question('q-department', 'DEPARTMENT_SELECT', {
      label: 'Department',
      options: [{ id: ids.Engineering ?? '', label: 'Engineering', parentId: null, ordinal: 0 }],
    }),
  ]),
  { ...step('Security', [question('q-notes', 'TEXT', { label: 'Notes' })], 1), isAdditionalStep: true },
]

/** Configures something of every section, by the calls of the settings pages. */
export const configure = async ({
  admin,
  ids,
  dana,
  omar,
}: Place): Promise<{ categoryId: string; workflowId: string }> => {
  const matrix = (await must(admin.post(MATRICES, { name: 'Department leads' }))).body.id
  const cells = [{ departments: [ids.Engineering ?? ''], people: [dana.userId] }, { people: [omar.userId] }]
  await must(admin.post(`${MATRICES}/${matrix}/logic`, logicOf(cells, 1)))
  const vendorCategory = (await must(admin.post('/api/vendors/categories', { name: 'Cloud' }))).body.id
  const field = (id: string, label: string) => question(id, 'TEXT', { label })
  const fields = { vendorFormFields: [field('f-region', 'Region')], serviceFormFields: [field('f-tier', 'Tier')] }
  await must(admin.post('/api/custom-form-fields', { ...fields, serviceItemFormFields: [] }))
  await must(
    admin.post('/api/custom-form-fields', {
      ...{ vendorFormFields: [field('f-soc', 'SOC 2')], serviceFormFields: [], serviceItemFormFields: [] },
      vendorCategoryId: vendorCategory,
    }),
  )
  await must(
    admin.post('/api/vendor-service-custom-columns', {
      vendorColumns: [{ questionId: 'f-region', columnName: 'Where' }],
    }),
  )
  const categoryId = (await must(admin.post('/api/intake-categories', { name: 'Tools', description: 'For teams' })))
    .body.id
  await saveForm(admin, categoryId, FORM(ids))
  const created = await must(
    admin.graphql('mutation ($c: ID!, $l: String!) { createIntakeWorkflow(intakeCategoryId: $c, label: $l) { id } }', {
      c: categoryId,
      l: 'Standard',
    }),
  )
  const workflowId = created.body.data.createIntakeWorkflow.id
  const rules = [
    rule('r-leads', { label: 'Lead', approverMatrixId: matrix, approverMatrixColumnId: 'finance' }),
    rule('r-finance', {
      ...{ label: 'Finance', ordinal: 1, approverGroupIds: [ids.Finance ?? ''], quorum: { kind: 'ALL' } },
      conditionNumerics: [{ valuesQuestionId: 'q-cost', minimumValue: 1_000_050, maximumValue: null }],
      conditionAnyOfs: [{ valuesQuestionId: 'q-department', values: [ids.Engineering ?? ''] }],
    }),
    rule('r-hook', {
      ...{ label: 'Tell', ordinal: 2, type: 'WEBHOOK', approverType: 'NO_APPROVERS' },
      settings: {
        webhook: {
          url: 'https://hooks.example.com/T0K3N?key=s3cret',
          fields: [
            { key: 'title', value: '', questionId: 'q-title' },
            { key: 'token', value: 's3cret', questionId: null },
          ],
        },
      },
    }),
    rule('r-security', {
      ...{ label: 'Security', ordinal: 3, type: 'ADDITIONAL_STEP', approverUserIds: [omar.userId] },
      settings: { stepIds: ['Security'], workflowType: 'SUB_LEVELS' },
    }),
  ]
  await must(
    admin.post(`/api/intake-workflow/${workflowId}/levels`, {
      entryPoints: { ...{ chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] } },
      levels: [{ id: 'level-1', number: 1, rules }],
    }),
  )
  await must(
    admin.post(`/api/intake-categories/${categoryId}/settings`, {
      approvalMode: 'ALL_AT_ONCE',
      dashboardCustomColumns: [
        { columnName: 'What', questionId: 'q-kind', ruleId: null },
        { columnName: 'Hook', questionId: null, ruleId: 'r-hook' },
      ],
    }),
  )
  await must(admin.post('/api/intake-categories', { name: 'Empty' }))
  const set = await must(admin.graphql('mutation { createSpendRuleSet(name: "Software") { id } }'))
  const people = { approverType: 'CUSTOM_APPROVERS', approverGroupIds: [ids.Legal ?? ''] }
  await must(
    admin.call('PUT', `/api/spend-rule-sets/${set.body.data.createSpendRuleSet.id}`, {
      body: {
        spendCategoryIds: [ids.Software ?? ''],
        customFields: [
          {
            id: 'cf-data',
            label: 'Data',
            type: 'SINGLE_CHOICE',
            required: true,
            options: [{ id: 'cf-yes', label: 'Yes' }],
          },
        ],
        levels: [
          {
            number: 1,
            costRules: [{ ...people, min: 500_000, label: 'Large' }],
            customFieldRules: [{ ...people, customFieldId: 'cf-data', customFieldOptionId: 'cf-yes' }],
          },
        ],
      },
    }),
  )
  const bills = await must(admin.graphql('mutation { createBillRuleSet(name: "All bills") { id } }'))
  await must(
    admin.call('PUT', `/api/bill-rule-sets/${bills.body.data.createBillRuleSet.id}`, {
      body: { levels: [{ number: 1, noConditionRules: [people] }], approvalMode: 'ALL_AT_ONCE' },
    }),
  )
  await must(
    admin.call('PUT', '/api/settings/approval-deadlines', { body: { mode: 'NUDGE', hours: 24, nudgePercent: 50 } }),
  )
  await must(admin.call('PUT', '/api/settings/decision-links', { body: { enabled: true, maxAmount: 250_000 } }))
  await must(admin.post('/api/notification-settings-reminders', { daysAfterNotification: 3, note: 'Please look' }))
  await must(
    admin.post('/api/vendor-notifications-settings', {
      ...{ sendToAdmins: false, sendToVendorAdmins: true, sendToVendorOwners: true },
      groupsToSendTo: [{ id: ids.Finance ?? '' }],
    }),
  )
  await must(admin.call('PUT', '/api/payments/limits', { body: { runLimit: 500_000, freeBelow: 0 } }))
  await must(
    admin.call('PUT', '/api/payments/bills/match-settings', {
      body: { percent: 2.5, amount: 10_000, groupIds: [ids.Finance ?? ''], userIds: [dana.userId] },
    }),
  )
  await must(admin.call('PUT', '/api/payments/vendor-invoice-settings', { body: { accepts: false } }))
  await must(admin.call('PUT', '/api/company-settings', { body: { enforceIntakeApprovalOrder: true } }))
  return { categoryId, workflowId }
}

export const compare = async (client: Client, file: string, more: object = {}): Promise<Difference> => {
  const { status, body } = await client.post(`${CONFIGURATION}/difference`, { file, ...more })
  if (status !== 200) throw new Error(`Comparing answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Until the job has come to an end. */
export const settledImport = async (
  client: Client,
  id: string,
): Promise<ConfigurationImport & { steps: { name: string; kind: string; isDone: boolean; isWaiting: boolean }[] }> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const { body } = await client.get(`${CONFIGURATION}/imports/${id}`)
    if (body.state !== 'RUNNING' && body.state !== 'UNDOING') return body
    if (tries % 20 === 19) await runTicks(env)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The import didn’t come to an end')
}

export const importFile = async (client: Client, file: string, more: object = {}) => {
  const { fingerprint } = await compare(client, file, more)
  const answer = await must(client.post(`${CONFIGURATION}/imports`, { file, fingerprint, fileName: 'c.yaml', ...more }))
  return settledImport(client, answer.body.id)
}

export const undo = async (client: Client, id: string) => {
  await must(client.post(`${CONFIGURATION}/imports/${id}/undo`))
  return settledImport(client, id)
}

/** Every change in words: "Cost › Required: – → Yes". */
export const told = ({ sections }: Difference): string[] =>
  sections.flatMap(({ key, items }) =>
    items.flatMap(({ name, change, fields }) =>
      change === 'CHANGED'
        ? fields.map(({ path, before, after }) => `${key} ${name}: ${path}: ${before ?? '–'} → ${after ?? '–'}`)
        : [`${key} ${name}: ${change}`],
    ),
  )
