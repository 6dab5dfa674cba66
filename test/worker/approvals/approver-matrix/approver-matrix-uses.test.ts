import { beforeAll, describe, expect, it } from 'vitest'
import { makeCategory, rule } from '../../../support/worker/intake.ts'
import { logicOf, MATRICES, type MatrixScene, makeMatrixScene } from '../../../support/worker/matrix-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'

let company: MatrixScene['company']
let admin: MatrixScene['admin']
let second: MatrixScene['second']
let dana: MatrixScene['dana']
let omar: MatrixScene['omar']
let engineering: MatrixScene['engineering']
let create: MatrixScene['create']
let read: MatrixScene['read']
let saveLogic: MatrixScene['saveLogic']
let history: MatrixScene['history']

beforeAll(async () => {
  ;({ company, admin, second, dana, omar, engineering, create, read, saveLogic, history } = await makeMatrixScene())
})

describe('a matrix that a workflow uses', () => {
  const inUse = async () => {
    const { id, name } = await create()
    await saveLogic(id, logicOf([{ people: [dana.userId] }], 1))
    const category = await makeCategory(admin, {
      levels: [[rule('Budget', { approverMatrixId: id, approverMatrixColumnId: 'finance' })]],
    })
    return { id, name, category }
  }
  const reason = (category: { id: string; workflowId: string }) => [
    {
      kind: 'WORKFLOW',
      text: expect.stringMatching(/^The rule “Budget” of the workflow Standard \(.+\) uses its approvers$/),
      href: `/settings/intake-categories/${category.id}/workflows/${category.workflowId}`,
    },
  ]

  it('a matrix in use can’t be deleted and says where it is used; without the workflow it can', async () => {
    const { id, name, category } = await inUse()
    const refused = await admin.call('DELETE', `${MATRICES}/${id}`)
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 422,
      message: expect.stringMatching(
        new RegExp(`^${name} cannot be deleted while a workflow or rule set uses it\\. The rule “Budget” of `),
      ),
      reason: 'IN_USE',
      details: reason(category),
    })
    await admin.call('DELETE', `/api/intake-categories/${category.id}/workflows/${category.workflowId}`)
    expect((await admin.call('DELETE', `${MATRICES}/${id}`)).status).toBe(200)
    expect(await rows('SELECT id FROM approver_matrices WHERE id = ? AND deleted_at IS NOT NULL', id)).toHaveLength(1)
  })

  it('a used approver column can’t be removed, and any other can', async () => {
    const { id, category } = await inUse()
    const body = logicOf([{ people: [dana.userId] }], 2)
    const [finance] = body.approverColumns
    const more = { ...finance, id: 'legal', name: 'Legal', ordinal: 1 }
    expect((await saveLogic(id, { ...body, approverColumns: [finance, more] })).status).toBe(200)
    const refused = await saveLogic(id, { ...body, version: 3, approverColumns: [more] })
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 422,
      message: expect.stringMatching(
        /^Finance cannot be removed while a workflow or rule set uses it\. The rule “Budget” of /,
      ),
      details: reason(category),
    })
    expect((await saveLogic(id, { ...body, version: 3, approverColumns: [finance] })).status).toBe(200)
  })
})

describe('a department that a matrix names', () => {
  it('the department can’t be deleted and names the matrix; without the matrix it can', async () => {
    const department = await company.add('departments')
    const { id, name } = await create()
    await saveLogic(id, logicOf([{ departments: [department], people: [dana.userId] }], 1))
    const refused = await admin.call('DELETE', `/api/departments/${department}`)
    expect({ status: refused.status, details: refused.body.details }).toEqual({
      status: 422,
      details: [
        {
          kind: 'MATRIX',
          text: `A condition of the approver matrix ${name} names it`,
          href: `/settings/manage-approver-matrix/${id}`,
        },
      ],
    })
    await admin.call('DELETE', `${MATRICES}/${id}`)
    expect((await admin.call('DELETE', `/api/departments/${department}`)).status).toBe(200)
  })
})

describe('merging a unit that a matrix names', () => {
  const merge = (id: string, intoId: string) => admin.post(`/api/departments/${id}/merge`, { intoId })
  const departmentsOf = async (id: string) =>
    (await read(id)).conditionColumns[0].cells.map((cell: { values: { id: string }[] }) =>
      cell.values.map((value) => value.id),
    )

  it('the unit is replaced in conditions, once if both were there, in a new version', async () => {
    const [from, into] = [await company.add('departments', 'Old labs'), await company.add('departments', 'Labs')]
    const { id, name } = await create()
    const lines = [
      { departments: [from], people: [dana.userId] },
      { departments: [into, from], people: [omar.userId] },
      { departments: [engineering], people: [omar.userId] },
      { people: [dana.userId] },
    ]
    await saveLogic(id, logicOf(lines, 1))
    expect((await merge(from, into)).body).toEqual({ id: into })
    expect(await departmentsOf(id)).toEqual([[into], [into], [engineering], []])
    expect(await read(id)).toMatchObject({ version: 3, rowCount: 4 })
    const [latest] = await history(id)
    expect(latest.message).toBe(`Saved version 3 of the approver matrix ${name}: Old labs was merged into Labs`)
    expect(latest.changeData.before.rows[0].conditions).toEqual({ Department: ['Old labs'] })
    expect(latest.changeData.after.rows[1].conditions).toEqual({ Department: ['Labs'] })
    const { body } = await admin.get(`/api/audit-logs?targetType=DEPARTMENT&targetId=${into}`)
    expect(body.edges[0].node.changeData.changed.matrices).toEqual([name])
    // Anyone with the matrix open gets a conflict, and can't restore the merged unit.
    expect((await saveLogic(id, logicOf(lines, 2))).status).toBe(409)
    expect((await saveLogic(id, logicOf(lines, 3))).body.fields).toMatchObject({
      'conditionColumns.0.cells.0.values': 'Row 1, Department: there is no such department',
    })
  })

  it('an admin saving the matrix at the same moment isn’t overwritten, and no matrix keeps the merged unit', async () => {
    const [from, into] = [await company.add('departments'), await company.add('departments')]
    const { id } = await create()
    await saveLogic(id, logicOf([{ departments: [from], people: [dana.userId] }], 1))
    const mine = logicOf([{ departments: [from], people: [omar.userId] }], 2)
    const [merged, saved] = await Promise.all([merge(from, into), saveLogic(id, mine, second)])
    // The slower of the two is refused, or comes after the other.
    expect([merged.status, saved.status]).toContain(200)
    expect(await departmentsOf(id)).toEqual([[merged.status === 200 ? into : from]])
  })

  it('a matrix that first names the unit during the merge doesn’t keep it', async () => {
    const [from, into] = [await company.add('departments'), await company.add('departments')]
    const { id } = await create()
    const naming = logicOf([{ departments: [from], people: [dana.userId] }], 1)
    const [merged, saved] = await Promise.all([merge(from, into), saveLogic(id, naming, second)])
    // In either order, no matrix names the deleted unit.
    if (merged.status === 200) expect(await departmentsOf(id)).not.toEqual([[from]])
    else expect(saved.status).toBe(200)
  })
})
