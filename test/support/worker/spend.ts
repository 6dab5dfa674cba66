import type { ApprovalMode } from '../../../schema/platform/company/approval-modes.ts'
import type { CompanyFlag } from '../../../schema/shared/permissions.ts'
import { newId } from '../../../worker/core/clock.ts'
import { database } from './database.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company with spend requests: people, units, a vendor, and rule sets. */

export interface SpendScene {
  company: TestCompany
  admin: Client
  requester: Client
  approver: Client
  finance: Client
  people: Record<'admin' | 'requester' | 'approver' | 'finance', TestPerson>
  vendorId: string
  categoryId: string
  departmentId: string
}

interface Rule {
  id?: string
  label?: string
  min?: number
  users?: string[]
  more?: Record<string, unknown>
}

const rule = ({ id = newId(), label = '', users = [], more = {} }: Rule) => ({
  id,
  label,
  approverType: 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: users,
  approverMatrixId: null,
  approverMatrixColumnId: null,
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
  quorum: { kind: 'ANY' },
  ...more,
})

export const always = (label: string, ...users: string[]) => ({ noConditionRules: [rule({ label, users })] })
export const fromCost = (min: number, label: string, ...users: string[]) => ({
  costRules: [{ ...rule({ label, users }), min }],
})

interface SetContent {
  name?: string
  levels: Record<string, unknown>[]
  spendCategories?: string[]
  departments?: string[]
  customFields?: Record<string, unknown>[]
  /** Of rule sets of bills. */
  approvalMode?: ApprovalMode
}

/** A rule set as it is stored. */
export const addRuleSet = async (
  company: TestCompany,
  { name, levels, ...covered }: SetContent,
  subject = 'SPEND_REQUEST',
): Promise<string> => {
  const id = newId()
  const content = {
    spendCategories: [],
    businessUnits: [],
    departments: [],
    customFields: [],
    ...covered,
    levels: levels.map((level, index) => ({
      id: newId(),
      number: index + 1,
      costRules: [],
      contractLengthRules: [],
      newVendorRules: [],
      noConditionRules: [],
      customFieldRules: [],
      ...level,
    })),
  }
  const principals = content.levels.flatMap((level) =>
    Object.values(level).flatMap((rules) =>
      Array.isArray(rules)
        ? rules.flatMap(
            ({ approverUserIds, approverGroupIds, approverMatrixId }) =>
              [...approverUserIds, ...approverGroupIds, ...(approverMatrixId ? [approverMatrixId] : [])] as string[],
          )
        : [],
    ),
  )
  await database
    .prepare(
      `INSERT INTO rule_sets (id, company_id, subject, name, ordinal, content, principal_ids, version, created_at, updated_at)
     VALUES (?1, ?2, ?7, ?3, (SELECT COUNT(*) FROM rule_sets WHERE company_id = ?2), ?4, ?5, 1, ?6, ?6)`,
    )
    .bind(
      id,
      company.id,
      name ?? `Rules ${id.slice(-6)}`,
      JSON.stringify(content),
      JSON.stringify(principals),
      Date.now(),
      subject,
    )
    .run()
  return id
}

const FLAGS: CompanyFlag[] = [
  'enableIntakeRequests',
  'enableSpendRequests',
  'enableCurrencies',
  'enableBusinessUnits',
  'enforceIntakeApprovalOrder',
]

export const makeSpendScene = async (flags = FLAGS): Promise<SpendScene> => {
  const company = await makeCompany(flags)
  const people = {
    admin: await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
    requester: await company.addPerson({ name: 'Rita Requester', flags: ['hasSpendRequestAccess'] }),
    approver: await company.addPerson({ name: 'Paul Approver' }),
    finance: await company.addPerson({ name: 'Fay Finance' }),
  }
  return {
    company,
    people,
    admin: await signIn(company, people.admin),
    requester: await signIn(company, people.requester),
    approver: await signIn(company, people.approver),
    finance: await signIn(company, people.finance),
    vendorId: await company.add('vendors', 'Acme Cloud'),
    categoryId: await company.add('spend_categories', 'Software'),
    departmentId: await company.add('departments', 'Engineering'),
  }
}

export const lineOf = ({ categoryId, departmentId }: SpendScene, amount: number, more = {}) => ({
  amount,
  categoryId,
  departmentId,
  description: '',
  ...more,
})

export const bodyOf = (scene: SpendScene, more: Record<string, unknown> = {}) => ({
  vendorId: scene.vendorId,
  serviceStartDate: '2027-01-01',
  serviceEndDate: '2027-12-31',
  description: 'Team plan',
  lines: [lineOf(scene, 1_200_000)],
  ...more,
})

export const file = async (scene: SpendScene, more: Record<string, unknown> = {}, client = scene.requester) => {
  const answer = await client.post('/api/spend-requests', bodyOf(scene, more))
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id as string
}

export const read = async (client: Client, id: string) => (await client.get(`/api/spend-requests/${id}`)).body

/** The blocks of a spend request, in order. */
export const blocksOf = async (client: Client, id: string) => {
  const { body } = await client.get(`/api/spend-requests/${id}/approvals`)
  return body.levels.flatMap((level: { blocks: unknown[] }) => level.blocks)
}

export const decide = async (
  client: Client,
  id: string,
  status: 'APPROVED' | 'REJECTED' = 'APPROVED',
  more: Record<string, unknown> = {},
) => {
  const open = (await blocksOf(client, id)).find((block: { canDecide: boolean }) => block.canDecide)
  return client.post(`/api/spend-requests/${id}/status`, { status, levelGroupStatusId: open?.id ?? 'none', ...more })
}
