import { env } from 'cloudflare:workers'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { clone, OF_REQUEST, OF_SPEND_REQUEST } from '../walk/clone.ts'
import { storeFiles } from '../walk/files.ts'
import { furnish } from '../walk/furnish.ts'
import { sentInvoices } from '../walk/furnish-vendor-forms.ts'
import type { WalkIds } from '../walk/ids.ts'
import { type Call, prepare } from '../walk/prepare.ts'
import type { Run } from '../walk/statements.ts'
import { addPaymentsAccount } from './fixtures/payments.ts'
import { answersOf, file, makeCategory, question, rule, step } from './intake.ts'
import { makeVendorCompany } from './vendor-companies.ts'
import { sellAs } from './vendor-forms.ts'
import { type Client, makeCompany, signIn } from './world.ts'

/**
 * A company of a given size, with everything that its requests, vendors, services and people can have. Created by SQL.
 */

export interface WalkSize {
  requests: number
  members: number
  vendors: number
  servicesOfVendor: number
}

export interface WalkScene {
  ids: WalkIds
  admin: Client
  member: Client
  /** Sees what the member sees, for whom they act. */
  delegate: Client
  vendor: Client
}

const run: Run = (sql, ...values) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

const find = async (sql: string, ...values: (string | number)[]): Promise<string | number | undefined> =>
  Object.values(
    (await env.DB.prepare(sql)
      .bind(...values)
      .first<Record<string, string | number>>()) ?? {},
  )[0]

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`

const FORM = [
  step('what', [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('plan', 'CUSTOM_SELECT', {
      options: ['basic', 'business'].map((id, ordinal) => ({ id, label: id, parentId: null, ordinal })),
    }),
    question('data', 'YES_NO', { label: 'Will it hold personal data?' }),
    question('amount', 'REQUEST_AMOUNT', { label: 'Amount' }),
    question('vendor', 'VENDOR_SELECT'),
    question('department', 'DEPARTMENT_SELECT'),
    question('owner', 'MEMBER_SELECT'),
    question('files', 'DOCUMENTS', { isMulti: true }),
  ]),
  { ...step('later', [question('checked', 'TEXT')], 1), isAdditionalStep: true },
]

const grow = async (companyId: string, ownerId: string, size: WalkSize): Promise<void> => {
  await run(
    `${numbers(size.members)} INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT ?1 || '-m' || i, ?1 || '-m' || i || '@people.test', 'Walter', 'Member ' || i, 0 FROM n`,
    companyId,
  )
  await run(
    `${numbers(size.members)} INSERT INTO company_memberships (company_id, user_id, created_at)
       SELECT ?1, ?1 || '-m' || i, i FROM n`,
    companyId,
  )
  await run(
    `${numbers(size.vendors)} INSERT INTO vendors (id, company_id, name, payment_method, created_at)
       SELECT ?1 || '-v' || i, ?1, 'Supplier ' || printf('%05d', i), 'ACH', i FROM n`,
    companyId,
  )
  await run(
    `${numbers(size.vendors)} INSERT INTO vendor_links (company_id, vendor_id, kind, target_id)
       SELECT ?1, ?1 || '-v' || i, 'OWNER', ?2 FROM n`,
    ...[companyId, ownerId],
  )
  await run(
    `${numbers(size.vendors * size.servicesOfVendor)} INSERT INTO services (id, company_id, vendor_id, vendor_key, name,
         last_end_date, created_at, card)
       SELECT ?1 || '-s' || i, ?1, ?1 || '-v' || (i % ${size.vendors}), 'supplier ' || printf('%05d', i % ${size.vendors}),
              'Plan ' || i || ' of the supplier', '2027-12-31', i, '{"periods":[],"months":[]}' FROM n`,
    companyId,
  )
}

const columnsOf = async (table: string): Promise<string[]> => {
  const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>()
  return results.map(({ name }) => name)
}
const THROUGH = { run, columnsOf }

const callAs =
  (client: Client): Call =>
  async (method, path, body) => {
    const answer = await client.call(method, path, { body })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`)
    return answer.body
  }

export const makeWalkScene = async (size: WalkSize): Promise<WalkScene> => {
  const company = await makeCompany(['enableIntakeRequests', 'enableN12mServiceSpend'])
  const admin = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const member = await company.addPerson({ name: 'Mel Member' })
  const delegate = await company.addPerson({ name: 'Del Delegate' })
  const [asAdmin, asMember] = [await signIn(company, admin), await signIn(company, member)]
  await grow(company.id, admin.userId, size)
  const feedToken = `ALL.${company.id}.${member.userId}.walk`
  const department = await company.add('departments', 'The first department')
  const category = await makeCategory(asAdmin, {
    form: FORM,
    levels: [
      [rule('legal', { approverUserIds: [admin.userId] })],
      [rule('finance', { approverUserIds: [admin.userId] })],
    ],
  })
  const answers = {
    ...{ title: 'Licences of the order', plan: 'basic', data: false, amount: { value: 1_000, currency: 'USD' } },
    ...{ vendor: `${company.id}-v1`, department, owner: member.userId },
  }
  await clone(THROUGH, await file(asMember, category.id, answers), size.requests, OF_REQUEST)
  const furnished = {
    companyId: company.id,
    adminId: admin.userId,
    memberId: member.userId,
    delegateId: delegate.userId,
  }
  await addPaymentsAccount(company.id)
  await furnish(run, { ...furnished, feedTokenHash: sha256Hex(feedToken) })
  await storeFiles(env.DOCUMENTS, company.id)
  const ids = await prepare(
    {
      ...{ companyId: company.id, memberId: member.userId, category: category.id, answers: answersOf(answers) },
      ...{ question: 'plan', option: 'basic', vendorQuestion: 'vendor', feedToken },
      signing: env,
    },
    { admin: callAs(asAdmin), member: callAs(asMember), find, run },
  )
  await clone(THROUGH, ids.spendRequest, size.requests, OF_SPEND_REQUEST)
  const seller = await makeVendorCompany()
  await sellAs(seller, company, ids.vendor)
  await sentInvoices(run, company.id, seller.id)
  const asDelegate = await signIn(company, delegate)
  const vendor = await seller.signIn(await seller.addPerson(), company)
  return { ids, admin: asAdmin, member: asMember, delegate: asDelegate, vendor }
}
