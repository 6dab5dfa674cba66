import { expect } from 'vitest'
import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { current } from '../../bundle/current.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../world.ts'

/** Plans as people import them, for tests of what becomes of them. */

const made = {} as { company: TestCompany; admin: Client }
export const company = current(() => made.company)
export const admin = current(() => made.admin)

/** A company with books, and its admin. */
export const makePlanScene = async (): Promise<void> => {
  made.company = await makeCompany(['enableIntakeRequests', 'isErpLinked', 'enableBusinessUnits'])
  made.admin = await as(['hasAdminAccess'])
}

export const as = async (flags: AccessFlag[], departments: string[] = []): Promise<Client> => {
  const person = await company.addPerson({ flags })
  for (const id of departments) await company.addToDepartment(id, person.userId)
  return signIn(company, person)
}

export const HALF_YEAR = { startYearMonth: '2026-01', endYearMonth: '2026-06' }
export const TABLE = [
  'Department\tVendor\tCategory\tJan 2026\tFeb 2026\t2026-03\tTotal',
  'Engineering\tAcme\tSoftware\t$1,000.00\t2000\t-\t3000',
  'Engineering\tGlobex\tSoftware\t500\t\t(100)\t400',
  'Legal\tAcme\tAdvice\t10\t10\t10\t30',
].join('\n')

export const imported = async (table = TABLE, more: object = {}): Promise<string> => {
  const answer = await admin.post('/api/plans/import', {
    name: 'Budget 2026',
    description: '',
    ...HALF_YEAR,
    table,
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}

export const figures = async (planId: string, query: string, who = admin) => {
  const { status, body } = await who.get(`/api/plans/${planId}/figures?type=expense&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const found = body as PlanFigures
  return { ...found, rows: found.edges.map(({ node }) => node) }
}

export const items = async (planId: string, kind: string) => {
  const { body } = await admin.get(`/api/plans/${planId}/items/${kind}?first=100`)
  return body.edges.map(({ node }: { node: { id: string; name: string } }) => node)
}
export const link = async (planId: string, kind: string, name: string, ...targetIds: string[]) => {
  const item = (await items(planId, kind)).find((each: { name: string }) => each.name === name)
  const saved = await admin.post(`/api/plans/${planId}/items/${kind}`, { changes: [{ id: item.id, targetIds }] })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return item.id as string
}

export const graph = async (who: Client, query: string, variables: Record<string, unknown>) =>
  (await who.graphql(query, variables)).body
