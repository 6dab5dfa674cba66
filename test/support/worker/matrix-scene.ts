import { newId } from '../../../worker/core/clock.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany, type TestPerson } from './world.ts'

/** A company with admins who maintain approver matrices, and the objects in the cells. */

export const MATRICES = '/api/approver-matrix'

interface Line {
  id?: string
  departments?: string[]
  people?: string[]
}

/** The body of a save: one department column and one approver column. */
export const logicOf = (lines: Line[], version?: number) => ({
  ...(version !== undefined && { version }),
  rows: lines.map((line, i) => ({ id: line.id ?? `row-${i + 1}` })),
  conditionColumns: [
    {
      id: 'DEPARTMENT',
      conditionType: 'DEPARTMENT',
      ordinal: 0,
      cells: lines.map((line, ordinal) => ({ ordinal, values: (line.departments ?? []).map((id) => ({ id })) })),
    },
  ],
  approverColumns: [
    {
      id: 'finance',
      ordinal: 0,
      name: 'Finance',
      cells: lines.map((line, ordinal) => ({ ordinal, users: (line.people ?? []).map((id) => ({ id })) })),
    },
  ],
})

export interface MatrixScene {
  company: TestCompany
  admin: Client
  second: Client
  dana: TestPerson
  omar: TestPerson
  /** Disabled. */
  gone: TestPerson
  engineering: string
  sales: string
  create(name?: string): Promise<{ id: string; name: string }>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  read(id: string): Promise<any>
  saveLogic(id: string, body: object, client?: Client): Promise<Answer>
  /** Newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  history(id: string): Promise<any[]>
}

export const makeMatrixScene = async (): Promise<MatrixScene> => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] }))
  return {
    company,
    admin,
    second: await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] })),
    dana: await company.addPerson({ name: 'Dana Fox' }),
    omar: await company.addPerson({ name: 'Omar Haddad' }),
    gone: await company.addPerson({ name: 'Gone Away', disabled: true }),
    engineering: await company.add('departments', 'Engineering'),
    sales: await company.add('departments', 'Sales'),
    create: async (name = `Matrix ${newId()}`) => {
      const { body } = await admin.post(MATRICES, { name })
      return { id: body.id, name }
    },
    read: async (id) => (await admin.get(`${MATRICES}/${id}`)).body,
    saveLogic: (id, body, client = admin) => client.post(`${MATRICES}/${id}/logic`, body),
    history: async (id) => {
      const { body } = await admin.get(`/api/audit-logs?targetType=APPROVER_MATRIX&targetId=${id}`)
      return body.edges.map((edge: { node: unknown }) => edge.node)
    },
  }
}
