import type { AccessFlag } from '../../../schema/shared/permissions.ts'
import { newId } from '../../../worker/core/clock.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company with two admins who manage its members. */
export interface MembersScene {
  company: TestCompany
  admin: Client
  second: Client
  /** Adds a member through the endpoint that the screens use. */
  add(body?: Record<string, unknown>, client?: Client): Promise<Answer>
  /** The id of a new person. */
  added(body?: Record<string, unknown>): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  read(id: string, client?: Client): Promise<any>
  update(id: string, body: Record<string, unknown>, client?: Client): Promise<Answer>
  setEnabled(id: string, enabled: boolean, client?: Client): Promise<Answer>
  /** Messages, newest first. */
  history(id: string): Promise<string[]>
  /** A lead of a department, with one of its people. */
  makeLead(
    ...flags: AccessFlag[]
  ): Promise<{ departmentId: string; lead: TestPerson; person: TestPerson; client: Client }>
}

export const newAddress = () => `${newId()}@people.test`

export const makeMembersScene = async (): Promise<MembersScene> => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ name: 'Maya First', flags: ['hasAdminAccess'] }))
  const second = await signIn(company, await company.addPerson({ name: 'Maya Second', flags: ['hasAdminAccess'] }))
  const add: MembersScene['add'] = (body = {}, client = admin) =>
    client.post('/api/member/new', { email: newAddress(), firstName: 'New', lastName: 'Member', ...body })
  return {
    ...{ company, admin, second, add },
    added: async (body = {}) => (await add(body)).body.id,
    read: async (id, client = admin) => (await client.get(`/api/members/${id}`)).body,
    update: (id, body, client = admin) => client.post(`/api/member/${id}/update`, body),
    setEnabled: (id, enabled, client = admin) => client.post(`/api/members/${id}/enabled`, { enabled }),
    history: async (id) => {
      const { body } = await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${id}`)
      return body.edges.map((edge: { node: { message: string } }) => edge.node.message)
    },
    makeLead: async (...flags) => {
      const departmentId = await company.add('departments')
      const lead = await company.addPerson({ name: 'Omar Lead', flags: ['hasDepartmentAccess', ...flags] })
      const person = await company.addPerson({ name: 'Ada Led' })
      await company.addToDepartment(departmentId, lead.userId)
      await company.addToDepartment(departmentId, person.userId)
      return { departmentId, lead, person, client: await signIn(company, lead) }
    },
  }
}
