import { env } from 'cloudflare:workers'
import { newId, newSecret } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { FORM, file, makeCategory, question, rule, save, step } from '../../support/worker/intake.ts'
import { signInAsStaff, uploadedLogo } from '../../support/worker/platform-staff.ts'
import { run } from '../../support/worker/sessions.ts'
import { DOCX, makeDocument, receivedUpload } from '../../support/worker/uploads.ts'
import { makeVendorCompany } from '../../support/worker/vendor-companies.ts'
import { failTask, hook } from '../../support/worker/webhooks.ts'
import {
  anonymous,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../support/worker/world.ts'

/** `viewer` is the admin, viewing as the colleague. `leaver` has a session to lose. */
export type Caller =
  | 'admin'
  | 'requester'
  | 'approver'
  | 'colleague'
  | 'viewer'
  | 'leaver'
  | 'vendorUser'
  | 'platformStaff'
  | 'anonymous'

/** The company for the contract's calls, and what it has. */
export interface Scene {
  as(who: Caller): Client
  /** The objects of one row, created when they are first named. */
  things(): Things
}

export interface Things {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the row puts into its call
  get(name: string): Promise<any>
  set(name: string, value: unknown): void
}

interface Ground {
  company: TestCompany
  people: Record<'admin' | 'requester' | 'approver' | 'colleague' | 'second', TestPerson>
  clients: Record<Exclude<Caller, 'anonymous'>, Client>
  category: { id: string; workflowId: string }
  publicCategory: string
  vendorCompanyId: string
}

type Maker = (ground: Ground, things: Things) => unknown

const ok = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  if (status >= 300 || body?.errors) throw new Error(`The scene was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

const mutate = async (client: Client, text: string, variables: Record<string, unknown>) =>
  Object.values((await ok(client.graphql(text, variables))).data)[0] as { id: string }

const blockOf = async ({ clients }: Ground, things: Things, label: string): Promise<string> => {
  const { levels } = await ok(clients.admin.get(`/api/intake-submission/${await things.get('request')}/approvals`))
  const blocks = levels.flatMap((level: { blocks: { label: string; id: string }[] }) => level.blocks)
  return blocks.find((block: { label: string }) => block.label === label).id
}

const nameOf = async (table: 'groups' | 'departments', id: Promise<string>): Promise<string> => {
  const row = await env.DB.prepare(`SELECT name FROM ${table} WHERE id = ?`)
    .bind(await id)
    .first<{ name: string }>()
  return row?.name ?? ''
}

const vendorBody = (ground: Ground) => ({
  name: `Vendor ${newId()}`,
  owners: [ground.people.colleague.userId],
  paymentMethod: 'ACH',
})

const later = { ...step('later', [question('plan', 'TEXT')], 9), isAdditionalStep: true }

const makers: Record<string, Maker> = {
  companyId: ({ company }) => company.id,
  admin: ({ people }) => people.admin.userId,
  requester: ({ people }) => people.requester.userId,
  approver: ({ people }) => people.approver.userId,
  colleague: ({ people }) => people.colleague.userId,
  newMember: async ({ company }) => (await company.addPerson({ name: 'Nils New' })).userId,
  newAddress: () => `${newId()}@people.test`,
  newId: () => newId(),
  keyName: () => `key-${newId().slice(-12)}`,
  newName: () => `Named ${newId()}`,
  category: ({ category }) => category.id,
  workflow: ({ category }) => category.workflowId,
  publicCategory: ({ publicCategory }) => publicCategory,
  vendorCompanyId: ({ vendorCompanyId }) => vendorCompanyId,
  kindQuestion: () => 'kind',
  logo: () => uploadedLogo(),
  ownLogo: async ({ company }) => {
    const key = await uploadedLogo()
    await run('UPDATE companies SET light_logo_key = ? WHERE id = ?', key, company.id)
    return key
  },
  externalRequests: ({ company, category, people }) => {
    const form = new FormData()
    form.set('companyId', company.id)
    form.set('intakeCategoryId', category.id)
    form.set('system', 'Coupa')
    const row = `A decided request,${people.requester.email},Approved,2026-01-05`
    form.set('file', new File([`Title,Requester,Status,Submitted\n${row}\n`], 'requests.csv', { type: 'text/csv' }))
    return form
  },
  emptyCategory: async ({ clients }) =>
    (await ok(clients.admin.post('/api/intake-categories', { name: `Empty ${newId()}` }))).id,
  emptyWorkflow: async ({ clients }, things) =>
    (
      await mutate(
        clients.admin,
        'mutation ($c: ID!) { createIntakeWorkflow(intakeCategoryId: $c, label: "Spare") { id } }',
        { c: await things.get('emptyCategory') },
      )
    ).id,
  request: async ({ clients, category, company }, things) =>
    file(clients.requester, category.id, {
      title: `Request ${newId()}`,
      kind: 'new',
      vendor: await things.get('vendor'),
      department: await company.add('departments'),
      due: '2030-01-01',
    }),
  draft: async ({ clients, category }) =>
    (await save(clients.requester, category.id, { title: `Draft ${newId()}` }, { isDraft: true })).body.id,
  approval: (ground, things) => blockOf(ground, things, 'legal'),
  task: (ground, things) => blockOf(ground, things, 'setup'),
  vendor: async (ground) => (await ok(ground.clients.admin.post('/api/vendors', vendorBody(ground)))).id,
  otherVendor: async (ground) => (await ok(ground.clients.admin.post('/api/vendors', vendorBody(ground)))).id,
  service: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post('/api/services', {
          name: `Service ${newId()}`,
          vendorId: await things.get('vendor'),
          servicePeriods: [
            { startDate: '2026-01-01', endDate: '2030-12-31', totalServicePeriodCost: 120_000, currency: 'USD' },
          ],
        }),
      )
    ).id,
  document: ({ clients }) => makeDocument(clients.admin),
  upload: ({ clients }) => receivedUpload(clients.admin),
  approverDocument: ({ clients }) => makeDocument(clients.approver),
  vendorName: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/vendors/${await things.get('vendor')}`))).name,
  vendorCategory: async ({ clients }) =>
    (await ok(clients.admin.post('/api/vendors/categories', { name: `Kind ${newId()}` }))).id,
  filterHash: async ({ clients }, things) => {
    await things.get('vendor')
    return (await ok(clients.admin.post('/api/vendors/by-filter', { filters: { filter: 'ALL' } }))).hash
  },
  verification: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post(`/api/vendors/${await things.get('vendor')}/verifications`, {
          ...{ businessName: 'Chairs Inc.', businessAddress1: '1 Main St', businessAddress2: '', businessCity: 'Rome' },
          ...{ businessState: 'NY', businessPostalCode: '13440', businessCountry: 'US', businessTaxId: '12-3456789' },
        }),
      )
    ).id,
  contactedVendor: async (ground) => {
    const contacts = [{ firstName: 'Pia', lastName: 'Point', email: 'pia@vendors.test', memo: '' }]
    return (await ok(ground.clients.admin.post('/api/vendors', { ...vendorBody(ground), contacts }))).id
  },
  vendorDocument: async ({ clients }, things) => {
    const documentId = await makeDocument(clients.admin)
    await mutate(
      clients.admin,
      'mutation ($v: ID!, $d: [ID!]!) { addDocumentsToVendor(vendorId: $v, documentIds: $d) { id } }',
      { v: await things.get('vendor'), d: [documentId] },
    )
    return documentId
  },
  serviceDocument: async ({ clients }, things) => {
    const documentId = await makeDocument(clients.admin)
    await mutate(
      clients.admin,
      'mutation ($s: ID!, $d: [ID!]!) { addDocumentsToService(serviceId: $s, documentIds: $d) { id } }',
      { s: await things.get('service'), d: [documentId] },
    )
    return documentId
  },
  documentName: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/documents/${await things.get('document')}`))).name,
  contract: ({ clients }) => makeDocument(clients.admin, 'Contract', { fileName: 'contract.docx', bytes: DOCX }),
  readContract: async ({ clients }, things) => {
    const documentId = await things.get('contract')
    await ok(clients.admin.post(`/api/documents/${documentId}/extractText`))
    return documentId
  },
  groupReference: async (_, things) => ({ id: await things.get('group'), name: 'Any' }),
  serviceTask: async ({ clients, people }) => {
    const more = rule('service', { type: 'CREATE_SERVICE', approverUserIds: [people.approver.userId] })
    const category = await makeCategory(clients.admin, { levels: [[more]] })
    const id = await file(clients.requester, category.id, { title: `Service ${newId()}` })
    return (await ok(clients.admin.get(`/api/intake-submission/${id}/approvals`))).levels[0].blocks[0].id
  },
  mention: async ({ clients, people }, things) =>
    (
      await ok(
        clients.admin.post(`/api/intake-submission/${await things.get('request')}/threads`, {
          commentBody: `Is it this, @[Rita Requester](${people.requester.userId})?`,
        }),
      )
    ).id,
  resolvedThread: async ({ clients }, things) => {
    const id = await things.get('thread')
    await mutate(clients.admin, 'mutation ($t: ID!) { resolveThread(threadId: $t) { id } }', { t: id })
    return id
  },
  departmentReference: async (_, things) => ({ id: await things.get('department'), name: 'Any' }),
  colleagueReference: ({ people }) => ({ id: people.colleague.userId, name: people.colleague.name }),
  colleagueAddress: ({ people }) => people.colleague.email,
  newMemberAddress: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/members/${await things.get('newMember')}`))).email,
  myDelegate: async ({ company, clients }) => {
    const { userId } = await company.addPerson({ name: 'Dora Delegate' })
    await ok(clients.approver.post('/api/current-user/delegate-approvers', { userId, note: '' }))
    return userId
  },
  memberDelegate: async ({ company, clients }, things) => {
    const { userId } = await company.addPerson({ name: 'Dora Delegate' })
    const path = `/api/members/${await things.get('newMember')}/delegate-approvers`
    await ok(clients.admin.post(path, { delegateUserId: userId, note: '' }))
    return userId
  },
  reminder: async ({ clients }) => {
    const body = { daysAfterNotification: 20 + Math.floor(Math.random() * 300), note: 'Waiting' }
    return (await ok(clients.admin.post('/api/notification-settings-reminders', body))).id
  },
  apiKey: async ({ clients }) =>
    (await ok(clients.admin.post('/api/api-keys', { name: `key-${newId().slice(-12)}` }))).id,
  matrix: async ({ clients }) =>
    (await ok(clients.admin.post('/api/approver-matrix', { name: `Matrix ${newId()}` }))).id,
  ruleSet: async ({ clients: { admin } }) => {
    const create = 'mutation ($name: String!) { createSpendRuleSet(name: $name) { id } }'
    const { id } = await mutate(admin, create, { name: `Rules ${newId()}` })
    const customFields = [{ label: 'Reason', type: 'TEXT' }]
    await ok(admin.call('PUT', `/api/spend-rule-sets/${id}`, { body: { customFields } }))
    return id
  },
  groupName: (_, things) => nameOf('groups', things.get('group')),
  departmentName: (_, things) => nameOf('departments', things.get('department')),
  inGroup: async ({ company, people }, things) =>
    company.addToGroup(await things.get('group'), people.colleague.userId),
  inDepartment: async ({ company, people }, things) =>
    company.addToDepartment(await things.get('department'), people.colleague.userId),
  inBusinessUnit: async ({ company, people }, things) =>
    company.addToBusinessUnit(await things.get('businessUnit'), people.colleague.userId),
  loginToken: async ({ company, people }) => {
    const token = newSecret()
    await run(
      `INSERT INTO login_tokens (token_hash, purpose, user_id, company_id, created_at, expires_at)
       VALUES (?, 'EMAIL_LINK', ?, ?, ?, ?)`,
      ...[sha256Hex(token), people.second.userId, company.id, Date.now(), Date.now() + 60_000],
    )
    return token
  },
  fullGroup: async ({ company, people }) => {
    const group = await company.add('groups')
    await company.addToGroup(group, people.colleague.userId)
    return group
  },
  copyOfCategory: async ({ clients, category }) => {
    const copy = { name: `Copy ${newId()}`, includeForm: true, includeWorkflow: true, includeAdvanced: true }
    return (await ok(clients.admin.post(`/api/intake-categories/${category.id}/duplicate`, copy))).id
  },
  stepCategory: async ({ clients, people }) => {
    const settings = { stepIds: ['later'], workflowType: 'SUB_LEVELS' as const }
    const more = rule('more', { type: 'ADDITIONAL_STEP', approverUserIds: [people.approver.userId], settings })
    return (await makeCategory(clients.admin, { form: [...FORM, later], levels: [[more]] })).id
  },
  stepRequest: async ({ clients }, things) =>
    file(clients.requester, await things.get('stepCategory'), { title: `More ${newId()}` }),
  stepTask: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/intake-submission/${await things.get('stepRequest')}/approvals`))).levels[0]
      .blocks[0].id,
  webhookTask: async ({ company, clients, people }) => {
    const category = await makeCategory(clients.admin, {
      levels: [
        [rule('legal', { approverUserIds: [people.second.userId] })],
        [hook('hook', { approverUserIds: [people.approver.userId] })],
      ],
    })
    const requestId = await file(clients.requester, category.id, { title: `Hook ${newId()}` })
    const { levels } = await ok(clients.admin.get(`/api/intake-submission/${requestId}/approvals`))
    const [legal, webhook] = levels.map((level: { blocks: { id: string }[] }) => level.blocks[0]?.id)
    const decision = { status: 'APPROVED', levelGroupStatusId: legal, seenVersion: 1 }
    await ok((await signIn(company, people.second)).post(`/api/intake-submission/${requestId}/status`, decision))
    await failTask(company.id, webhook)
    return webhook
  },
  department: ({ company }) => company.add('departments'),
  businessUnit: ({ company }) => company.add('business_units'),
  location: ({ company }) => company.add('locations'),
  entity: ({ company }) => company.add('entities'),
  group: ({ company }) => company.add('groups'),
  spendCategory: ({ company }) => company.add('spend_categories'),
  revenueCategory: ({ company }) => company.add('revenue_categories'),
  linkedService: async ({ clients }, things) => {
    const serviceIds = [await things.get('service')]
    await ok(clients.admin.post(`/api/intake-submission/${await things.get('request')}/services`, { serviceIds }))
    return serviceIds[0]
  },
  linkedDocument: async ({ clients }, things) => {
    const documentIds = [await things.get('document')]
    await ok(clients.admin.post(`/api/intake-submission/${await things.get('request')}/documents`, { documentIds }))
    return documentIds[0]
  },
  thread: async ({ clients }, things) =>
    (
      await ok(
        clients.admin.post(`/api/intake-submission/${await things.get('request')}/threads`, { commentBody: 'Why?' }),
      )
    ).id,
  blockThread: async ({ clients }, things) =>
    (
      await ok(
        clients.approver.post(`/api/level-group-statuses/${await things.get('task')}/threads`, { commentBody: 'How?' }),
      )
    ).id,
  comment: async ({ clients }, things) =>
    (await ok(clients.admin.get(`/api/threads/${await things.get('thread')}/comment-lines`)))[0].id,
  filterQuery: async ({ clients }) =>
    (
      await ok(
        clients.admin.post('/api/intake-submissions/filter-queries', {
          label: `Filter ${newId()}`,
          queryString: 'status=PENDING',
        }),
      )
    ).id,
}

const makeGround = async (): Promise<Ground> => {
  const company = await makeCompany([
    'enableIntakeRequests',
    'enableSpendRequests',
    'enableBusinessUnits',
    'enableEntities',
    'enableSourcing',
    'enableVendorIntake',
    'paymentsEnabled',
    'enableDocumentSummary',
    'enableCurrencies',
  ])
  const people = {
    admin: await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
    requester: await company.addPerson({ name: 'Rita Requester' }),
    approver: await company.addPerson({ name: 'Abe Approver' }),
    colleague: await company.addPerson({ name: 'Carl Colleague' }),
    second: await company.addPerson({ name: 'Sue Second' }),
  }
  const vendorCompany = await makeVendorCompany()
  await vendorCompany.sellTo(company)
  const clients = {
    admin: await signIn(company, people.admin),
    requester: await signIn(company, people.requester),
    approver: await signIn(company, people.approver),
    colleague: await signIn(company, people.colleague),
    viewer: await signIn(company, people.colleague, people.admin.userId),
    leaver: await signIn(company, people.colleague),
    vendorUser: await vendorCompany.signIn(await vendorCompany.addPerson(), company),
    platformStaff: await signInAsStaff(),
  }
  const approverUserIds = [people.approver.userId]
  const category = await makeCategory(clients.admin, {
    form: [...FORM, later],
    levels: [
      [rule('legal', { approverUserIds }), rule('setup', { type: 'TASK', approverUserIds })],
      [rule('finance', { approverUserIds: [people.second.userId] })],
    ],
  })
  await run('UPDATE intake_categories SET enable_assignees = 1 WHERE id = ?', category.id)
  const open = await makeCategory(clients.admin, { levels: [] })
  await run("UPDATE intake_categories SET type = 'PUBLIC' WHERE id = ?", open.id)
  return { company, people, clients, category, publicCategory: open.id, vendorCompanyId: vendorCompany.id }
}

export const makeScene = async (): Promise<Scene> => {
  const ground = await makeGround()
  return {
    as: (who) => (who === 'anonymous' ? anonymous : ground.clients[who]),
    things: () => {
      const made = new Map<string, Promise<unknown>>()
      const things: Things = {
        get: (name) => {
          const before = made.get(name)
          if (before) return before
          const maker = makers[name]
          if (!maker) throw new Error(`The scene has no ${name}`)
          const making = Promise.resolve(maker(ground, things))
          made.set(name, making)
          return making
        },
        set: (name, value) => {
          made.set(name, Promise.resolve(value))
        },
      }
      return things
    },
  }
}
