import { type Category, makeCategory, rule } from './intake.ts'
import { rows } from './sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company that configures its categories, and how its admin does. */
export interface CategoryScene {
  company: TestCompany
  admin: Client
  owner: Client
  ownerPerson: TestPerson
  member: Client
  approver: TestPerson
  make(): Promise<Category>
  settings(id: string): string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  read(id: string): Promise<any>
  change(client: Client, id: string, more: object): ReturnType<Client['post']>
}

export const makeCategoryScene = async (): Promise<CategoryScene> => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const ownerPerson = await company.addPerson({ name: 'Olive Owner' })
  const approver = await company.addPerson({ name: 'Ann Approver' })
  const approverUserIds = [approver.userId]
  const levels = () => [
    [rule('legal', { approverUserIds })],
    [rule('large', { approverUserIds, conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['renewal'] }] })],
  ]
  const settings = (id: string) => `/api/intake-categories/${id}/settings`
  const read = async (id: string) => (await admin.get(settings(id))).body
  return {
    ...{ company, admin, ownerPerson, approver, settings, read },
    owner: await signIn(company, ownerPerson),
    member: await signIn(company, await company.addPerson()),
    make: () => makeCategory(admin, { levels: levels() }),
    change: async (client, id, more) => {
      const { owners, ...rest } = await read(id)
      return client.post(settings(id), { ...rest, ownerIds: owners.map((o: { id: string }) => o.id), ...more })
    },
  }
}

export const column = (columnName: string, of: { questionId?: string; ruleId?: string }) => ({
  ...{ columnName, questionId: null, ruleId: null },
  ...of,
})

/** How many blocks a request is waiting for now. */
export const waitingFor = async (submission: string): Promise<number> => {
  const [row] = await rows<{ waiting: string }>(
    'SELECT waiting_for AS waiting FROM intake_submissions WHERE id = ?',
    submission,
  )
  return JSON.parse(row?.waiting ?? '[]').length
}
