import { type Category, makeCategory, rule } from './intake.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

type Role = 'requester' | 'approver' | 'second' | 'filer' | 'manager'

export interface FilingScene {
  company: TestCompany
  people: Record<Role, TestPerson>
  requester: Client
  approver: Client
  /** Can file for others. */
  filer: Client
  admin: Client
  /** Level 1: the approver. Level 2: the second approver, from 1,000 dollars on. */
  category: Category
}

export const makeFilingScene = async (): Promise<FilingScene> => {
  const company = await makeCompany()
  const manager = await company.addPerson({ name: 'Max Manager' })
  const people = {
    manager,
    requester: await company.addPerson({ name: 'Rita Requester', managerUserId: manager.userId }),
    approver: await company.addPerson({ name: 'Abe Approver' }),
    second: await company.addPerson({ name: 'Sue Second' }),
    filer: await company.addPerson({ name: 'Fay Filer', flags: ['submitsSpendRequestsForOthers'] }),
  }
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const category = await makeCategory(admin, {
    levels: [
      [rule('legal', { approverUserIds: [people.approver.userId] })],
      [
        rule('large', {
          approverUserIds: [people.second.userId],
          conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 100_000, maximumValue: null }],
        }),
      ],
    ],
  })
  return {
    company,
    people,
    requester: await signIn(company, people.requester),
    approver: await signIn(company, people.approver),
    filer: await signIn(company, people.filer),
    admin,
    category,
  }
}

export const usd = (value: number) => ({ value, currency: 'USD' })
export const request = (client: Client, id: string): Promise<Answer> => client.get(`/api/intake-submission/${id}`)
export const approvals = async (client: Client, id: string) =>
  (await client.get(`/api/intake-submission/${id}/approvals`)).body

/** Decides the first block of the request's current run. */
export const decide = async (
  client: Client,
  id: string,
  status: 'APPROVED' | 'REJECTED',
  seenVersion: number,
  comment?: string,
): Promise<Answer> => {
  const { levels } = await approvals(client, id)
  const body = { status, levelGroupStatusId: levels[0].blocks[0].id, seenVersion, comment }
  return client.post(`/api/intake-submission/${id}/status`, body)
}
