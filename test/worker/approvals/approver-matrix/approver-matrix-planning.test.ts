import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, levelsOf, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { logicOf } from '../../../support/worker/matrix-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Workflows take approvers from a column of a matrix, by the request's own answers. */
let company: TestCompany
let admin: Client
let requester: Client
let dana: TestPerson
let omar: TestPerson
let boss: TestPerson
let engineering: string
let sales: string
let matrixId: string
let category: Category

const logic = (version: number, cells: [departments: string[], people: string[]][]) =>
  logicOf(
    cells.map(([departments, people], i) => ({ id: `row-${i}`, departments, people })),
    version,
  )

beforeAll(async () => {
  company = await makeCompany()
  boss = await company.addPerson({ name: 'Bo Boss', flags: ['hasAdminAccess'] })
  admin = await signIn(company, boss)
  requester = await signIn(company, await company.addPerson())
  dana = await company.addPerson({ name: 'Dana Fox' })
  omar = await company.addPerson({ name: 'Omar Haddad' })
  engineering = await company.add('departments', 'Engineering')
  sales = await company.add('departments', 'Sales')
  matrixId = (await admin.post('/api/approver-matrix', { name: 'Budget holders' })).body.id
  const saved = await admin.post(
    `/api/approver-matrix/${matrixId}/logic`,
    logic(1, [
      [[engineering], [omar.userId]],
      [[engineering, sales], [dana.userId]],
    ]),
  )
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  category = await makeCategory(admin, {
    levels: [[rule('Budget', { approverMatrixId: matrixId, approverMatrixColumnId: 'finance' })]],
  })
})

const approversOf = async (department: string | null) => {
  const answer = await save(requester, category.id, { title: newId(), ...(department && { department }) })
  expect(answer.status).toBe(200)
  const [row] = await rows<{ block: string }>(
    'SELECT block FROM level_group_statuses WHERE target_id = ?',
    answer.body.id,
  )
  const block = JSON.parse(row?.block ?? '{}') as {
    approvers: { name: string; via: string }[]
    approversNote: string | null
  }
  return { people: block.approvers.map(({ name, via }) => `${name}: ${via}`), note: block.approversNote }
}

describe('a rule with an approver matrix', () => {
  it('the rule asks the people in every matching row and names the row', async () => {
    expect((await approversOf(engineering)).people).toEqual([
      'Omar Haddad: matrix Budget holders, row 1',
      'Dana Fox: matrix Budget holders, row 2',
    ])
    expect((await approversOf(sales)).people).toEqual(['Dana Fox: matrix Budget holders, row 2'])
  })

  it('the rule asks the admins when no row matches, and says so', async () => {
    expect(await approversOf(null)).toEqual({
      people: ['Bo Boss: admin'],
      note: 'Goes to admins: no one named in the workflow can approve',
    })
  })

  it('the preview shows the same people, with no more round trips than other rules', async () => {
    const plain = await makeCategory(admin, { levels: [[rule('Plain', { approverUserIds: [dana.userId] })]] })
    const preview = (intakeCategoryId: string) =>
      requester.post('/api/intake-submissions/preview-approvals', {
        intakeCategoryId,
        answers: [{ questionId: 'department', value: sales }],
      })
    const [answer, without] = [await preview(category.id), await preview(plain.id)]
    expect(JSON.stringify(answer.body)).toContain('matrix Budget holders, row 2')
    expect(costOf(answer).trips).toBe(costOf(without).trips)
  })

  it('the rule can only be saved with one of the company’s matrices and one of its columns', async () => {
    const saveWith = async (more: object) => {
      const body = { version: 2, entryPoints: NO_CONDITIONS, levels: levelsOf([rule('Budget', more)]) }
      return fieldsOf(await admin.post(`/api/intake-workflow/${category.workflowId}/levels`, body))
    }
    const foreign = await signIn(...(await elsewhere()))
    const other = (await foreign.post('/api/approver-matrix', { name: 'Theirs' })).body.id
    expect(await saveWith({ approverMatrixId: matrixId })).toEqual({
      Budget: 'Choose the approver column of the matrix',
    })
    expect(await saveWith({})).toEqual({ Budget: 'Choose at least one group or person, or an approver matrix' })
    for (const unknown of ['nothing', other])
      expect(await saveWith({ approverMatrixId: unknown, approverMatrixColumnId: 'finance' })).toEqual({
        Budget: 'The approver matrix no longer exists',
      })
    expect(await saveWith({ approverMatrixId: matrixId, approverMatrixColumnId: 'legal' })).toEqual({
      Budget: 'The column of the approver matrix no longer exists',
    })
  })

  it('changing the matrix affects only new requests', async () => {
    const before = await save(requester, category.id, { title: 'Before', department: sales })
    await admin.post(`/api/approver-matrix/${matrixId}/logic`, logic(2, [[[sales], [omar.userId]]]))
    expect((await approversOf(sales)).people).toEqual(['Omar Haddad: matrix Budget holders, row 1'])
    const [row] = await rows<{ block: string }>(
      'SELECT block FROM level_group_statuses WHERE target_id = ?',
      before.body.id,
    )
    expect(row?.block).toContain('Dana Fox')
  })
})

const elsewhere = async (): Promise<[TestCompany, TestPerson]> => {
  const other = await makeCompany()
  return [other, await other.addPerson({ flags: ['hasAdminAccess'] })]
}
