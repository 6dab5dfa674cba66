import type { AccessFlag, CompanyFlag } from '../../../schema/shared/permissions.ts'
import { newId, newSecret } from '../../../worker/core/clock.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { database, secretFor } from './database.ts'
import { type Category, file, makeCategory, rule, save } from './intake.ts'
import { makePlatformStaff, STAFF_COMPANY } from './platform-staff.ts'
import { connect } from './provisioning/provider.ts'
import { makeKeyClient, owing } from './sign-on/further-clients.ts'
import { makeDocument } from './uploads.ts'
import { makeVendorCompany, type TestVendorCompany } from './vendor-companies.ts'
import { anonymous, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/**
 * Everyone who might call an operation: every role in specification 3 §6, and every relation to a request. The objects
 * that they name belong to the first company.
 */
export const PRINCIPALS = [
  'anonymous',
  /** A member who isn't involved in the request. */
  'member',
  'requester',
  'approver',
  /** Acts for the approver. */
  'delegate',
  'watcher',
  'categoryOwner',
  /** Owns another category of the company. */
  'otherOwner',
  /** Owns a public form of the company. */
  'sourcingOwner',
  /** Payroll access, like business unit access, shows as another role and allows no more here. */
  'departmentLead',
  'businessUnitLead',
  'userAdmin',
  'filesForOthers',
  'financialAnalyst',
  'approvalBypasser',
  'payer',
  'vendorAdmin',
  'spendRequester',
  'superViewer',
  'admin',
  /** The admin, viewing as the member. */
  'adminAsMember',
  /** The admin, acting on the member's behalf. */
  'adminForMember',
  /** A program with an API key that an admin made. REST under /api/ only. */
  'apiKey',
  /** The company's identity provider, whose key opens /scim/v2 alone, and an admin who owes a second factor and has none. */
  'provisioningKey',
  'owing',
  /** An admin who was disabled while signed in. */
  'disabled',
  /** In another company. */
  'otherMember',
  'otherAdmin',
  /** A user of a vendor that sells to the company, with the company chosen. */
  'vendorUser',
  /** The same person, with the other company chosen, which the vendor sells to as well. */
  'vendorElsewhere',
  /** The same person, before they choose a company. */
  'vendorUnchosen',
  /** A user of a vendor that sells to the other company. */
  'otherVendor',
  /** In a company with intake requests turned off. */
  'offMember',
  'offAdmin',
  /** Listed staff of the platform, signed in at its own company. */
  'platformStaff',
] as const
export type Principal = (typeof PRINCIPALS)[number]

type VendorPrincipal = 'vendorUser' | 'vendorElsewhere' | 'vendorUnchosen' | 'otherVendor'
const isVendor = (principal: Principal): principal is VendorPrincipal =>
  /vendor(User|Elsewhere|Unchosen)|otherVendor/.test(principal)
type PersonName =
  | Exclude<Principal, 'anonymous' | 'adminAsMember' | 'adminForMember' | 'provisioningKey' | 'owing' | VendorPrincipal>
  | 'second'
  | 'viewed'

export interface World {
  own: TestCompany
  people: Record<PersonName, TestPerson>
  category: Category
  /** The sourcing owner's. */
  publicForm: Category
  vendorForm: Category
  departmentId: string
  businessUnitId: string
  groupId: string
  vendorId: string
  /** The vendor user's. */
  vendorCompanyId: string
  vendorPerson: TestPerson
  matrixId: string
  /** One named object of the company for each kind of select. */
  named: Record<string, string>
  /** A submitted request with a document, for reading only. */
  request: Filed
  documentId: string
  documentName: string
  /** When all of this existed, and nothing else. */
  builtAt: string
  as(principal: Principal): Client
  /** A new session, for calls that end it. */
  signInAs(principal: Principal): Promise<Client>
  /** New sessions for everyone. */
  renew(): Promise<void>
  /** A new request that no one else changes. */
  file(): Promise<Filed>
  draft(): Promise<{ id: string; version: number }>
  /** A new category of the category owner's. */
  makeOwnedCategory(): Promise<{ id: string; version: number }>
  /** In the category that its owner and the admins configure, or in the given one. */
  makeWorkflow(categoryId?: string): Promise<{ id: string; intakeCategoryId: string }>
  makeLoginToken(): Promise<string>
}

export interface Filed {
  id: string
  title: string
  /** Block ids: an approval and a task of the approver, both open. */
  approvalId: string
  taskId: string
}

const run = (sql: string, ...values: unknown[]) =>
  database
    .prepare(sql)
    .bind(...values)
    .run()

export const FLAGS_OF = {
  departmentLead: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  businessUnitLead: ['hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess'],
  userAdmin: ['hasUserAdminAccess'],
  filesForOthers: ['submitsSpendRequestsForOthers'],
  financialAnalyst: ['hasFinancialAnalysisAccess'],
  approvalBypasser: ['hasApprovalBypassAccess'],
  payer: ['hasPaymentsAccess'],
  vendorAdmin: ['hasVendorAdminAccess'],
  spendRequester: ['hasSpendRequestAccess'],
  superViewer: ['hasSuperViewerAccess'],
} satisfies Partial<Record<PersonName, AccessFlag[]>>

const makePeople = async (own: TestCompany, other: TestCompany, off: TestCompany) => {
  const plain = [
    'member',
    'requester',
    'approver',
    'delegate',
    'watcher',
    'categoryOwner',
    'otherOwner',
    'sourcingOwner',
  ] as const
  const people: Partial<Record<PersonName, TestPerson>> = {}
  for (const name of [...plain, 'second', 'viewed'] as const) people[name] = await own.addPerson({ name: `${name} P` })
  for (const [name, flags] of Object.entries(FLAGS_OF)) {
    people[name as keyof typeof FLAGS_OF] = await own.addPerson({ name: `${name} P`, flags: [...flags] })
  }
  people.admin = await own.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  people.apiKey = await own.addPerson({ name: 'Kay Keymaker', flags: ['hasAdminAccess'] })
  people.disabled = await own.addPerson({ flags: ['hasAdminAccess'], disabled: true })
  people.otherMember = await other.addPerson()
  people.otherAdmin = await other.addPerson({ flags: ['hasAdminAccess'] })
  people.offMember = await off.addPerson()
  people.offAdmin = await off.addPerson({ flags: ['hasAdminAccess'] })
  people.platformStaff = await makePlatformStaff()
  return people as Record<PersonName, TestPerson>
}

const ownCategory = (companyId: string, categoryId: string, userId: string) =>
  run(
    'INSERT INTO intake_category_owners (company_id, intake_category_id, user_id) VALUES (?, ?, ?)',
    companyId,
    categoryId,
    userId,
  )

const blocksOf = async (id: string): Promise<Pick<Filed, 'approvalId' | 'taskId'>> => {
  const { results } = await database
    .prepare('SELECT id, label FROM level_group_statuses WHERE target_id = ?')
    .bind(id)
    .all<{ id: string; label: string }>()
  const block = (label: string) => results.find((row) => row.label === label)?.id ?? ''
  return { approvalId: block('legal'), taskId: block('setup') }
}

/** What the first two companies have turned on. The third has nothing. */
export const WORLD_FLAGS: CompanyFlag[] = [
  'enableIntakeRequests',
  'enableSpendRequests',
  'enableBusinessUnits',
  'enableEntities',
  'enableSourcing',
  'enableVendorIntake',
  'paymentsEnabled',
  'enablePaymentAccounting',
  'enableDocumentSummary',
  'enableRequestAnalyticsChat',
  'enableCurrencies',
  'enableNetsuitePurchaseOrder',
]

/** One company with a request in the middle of its approval, people around it, and two companies that see nothing. */
export const makeWorld = async (): Promise<World> => {
  const own = await makeCompany([...WORLD_FLAGS, 'paymentsOnboarded', 'enableN12mServiceSpend'])
  const other = await makeCompany([...WORLD_FLAGS, 'paymentsOnboarded'])
  const off = await makeCompany([])
  const people = await makePeople(own, other, off)
  const companyOf = (name: PersonName) =>
    name.startsWith('other') && name !== 'otherOwner' ? other : name.startsWith('off') ? off : own
  const seller = await makeVendorCompany()
  await seller.sellTo(own)
  await seller.sellTo(other)
  const otherSeller = await makeVendorCompany()
  await otherSeller.sellTo(other)
  const sellerPerson = await seller.addPerson()
  const vendors: Record<VendorPrincipal, { of: TestVendorCompany; person: TestPerson; customer?: TestCompany }> = {
    vendorUser: { of: seller, person: sellerPerson, customer: own },
    vendorElsewhere: { of: seller, person: sellerPerson, customer: other },
    vendorUnchosen: { of: seller, person: sellerPerson },
    otherVendor: { of: otherSeller, person: await otherSeller.addPerson(), customer: other },
  }
  const signInAs = async (principal: Principal): Promise<Client> => {
    if (principal === 'anonymous') return anonymous
    // A key has no session, so no call ends it.
    if (principal === 'apiKey') return clients.get(principal) ?? makeKeyClient(own, people.apiKey)
    if (principal === 'provisioningKey')
      return clients.get(principal) ?? (await connect(await signIn(own, people.admin))).client
    if (principal === 'owing') return owing(await signIn(own, await own.addPerson({ flags: ['hasAdminAccess'] })))
    if (isVendor(principal)) {
      const { of, person, customer } = vendors[principal]
      return of.signIn(person, customer)
    }
    if (principal === 'adminAsMember') return signIn(own, people.member, people.admin.userId)
    if (principal === 'adminForMember') return signIn(own, people.member, people.admin.userId, 'On leave')
    if (principal === 'platformStaff') return signIn(STAFF_COMPANY, people.platformStaff)
    return signIn(companyOf(principal), people[principal])
  }
  const clients = new Map<Principal, Client>()
  const renew = async () => {
    for (const principal of PRINCIPALS) clients.set(principal, await signInAs(principal))
  }
  await renew()
  const as = (principal: Principal) => clients.get(principal) ?? anonymous

  const category = await makeCategory(as('admin'), {
    levels: [
      [
        rule('legal', {
          approverUserIds: [people.approver.userId],
          watcherType: 'CUSTOM_WATCHERS',
          watcherUserIds: [people.watcher.userId],
        }),
        rule('setup', { type: 'TASK', approverUserIds: [people.approver.userId] }),
      ],
      [rule('finance', { approverUserIds: [people.second.userId] })],
    ],
  })
  const elsewhere = await makeCategory(as('admin'), { levels: [] })
  await run('UPDATE intake_categories SET enable_assignees = 1 WHERE id = ?', category.id)
  await ownCategory(own.id, category.id, people.categoryOwner.userId)
  await ownCategory(own.id, elsewhere.id, people.otherOwner.userId)
  const makeForm = async (type: 'PUBLIC' | 'VENDOR') => {
    const made = await makeCategory(as('admin'), { levels: [] })
    await run('UPDATE intake_categories SET type = ? WHERE id = ?', type, made.id)
    return made
  }
  const publicForm = await makeForm('PUBLIC')
  await ownCategory(own.id, publicForm.id, people.sourcingOwner.userId)
  const vendorForm = await makeForm('VENDOR')

  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
    own.id,
    people.approver.userId,
    people.delegate.userId,
  )
  // Lists by name show these two first, however many others the tests create.
  const departmentId = await own.add('departments', 'A department of the world')
  await own.addToDepartment(departmentId, people.departmentLead.userId, true)
  const businessUnitId = await own.add('business_units', 'A business unit of the world')
  await own.addToBusinessUnit(businessUnitId, people.businessUnitLead.userId, true)
  const groupId = await own.add('groups', 'A group of the world')
  const vendorId = await own.add('vendors', '0 First by name')
  const matrix = await as('admin').post('/api/approver-matrix', { name: 'A matrix of the world' })
  const matrixId: string = matrix.body.id
  const named = {
    vendor: vendorId,
    member: people.viewed.userId,
    group: groupId,
    department: departmentId,
    location: await own.add('locations', 'A location of the world'),
    'spend-category': await own.add('spend_categories', 'A category of the world'),
    'business-unit': businessUnitId,
    entity: await own.add('entities', 'An entity of the world'),
    service: (await as('admin').post('/api/services', { name: 'A service to choose', vendorId })).body.id,
    'request-category': category.id,
    'revenue-category': await own.add('revenue_categories', 'A category of the world'),
  }

  const fileWith = async (answers: Record<string, unknown>): Promise<Filed> => {
    const title = `Request ${newId()}`
    const id = await file(as('requester'), category.id, { title, ...answers })
    return { id, title, ...(await blocksOf(id)) }
  }
  const documentName = `Quote ${newId()}`
  const documentId = await makeDocument(as('requester'), documentName)
  const request = await fileWith({ files: [documentId], vendor: vendorId, department: departmentId })

  return {
    ...{
      own,
      people,
      category,
      publicForm,
      vendorForm,
      departmentId,
      businessUnitId,
      groupId,
      vendorId,
      matrixId,
      named,
      request,
      documentId,
      documentName,
      builtAt: new Date().toISOString(),
    },
    vendorCompanyId: seller.id,
    vendorPerson: sellerPerson,
    as,
    signInAs,
    renew,
    file: () => fileWith({}),
    draft: async () => {
      const answer = await save(as('requester'), category.id, { title: `Draft ${newId()}` }, { isDraft: true })
      return { id: answer.body.id, version: answer.body.version }
    },
    makeOwnedCategory: async () => {
      const created = await as('admin').post('/api/intake-categories', { name: `Owned ${newId()}` })
      await ownCategory(own.id, created.body.id, people.categoryOwner.userId)
      return { id: created.body.id, version: 1 }
    },
    makeWorkflow: async (categoryId = category.id) => {
      const id = newId()
      const definition = JSON.stringify({
        entryPoints: { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] },
        levels: [],
      })
      await run(
        `INSERT INTO intake_workflows (id, company_id, intake_category_id, label, ordinal, definition, created_at, updated_at)
         VALUES (?, ?, ?, 'Spare', 99, ?, 0, 0)`,
        id,
        own.id,
        elsewhere.id,
        definition,
      )
      await run('UPDATE intake_workflows SET intake_category_id = ? WHERE id = ?', categoryId, id)
      return { id, intakeCategoryId: categoryId }
    },
    makeLoginToken: async () => {
      const token = secretFor(own.id, newSecret())
      const now = Date.now()
      await run(
        `INSERT INTO login_tokens (token_hash, purpose, user_id, company_id, created_at, expires_at)
         VALUES (?, 'EMAIL_LINK', ?, ?, ?, ?)`,
        sha256Hex(token),
        people.viewed.userId,
        own.id,
        now,
        now + 60_000,
      )
      return token
    },
  }
}
