import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { MATRIX_LIMITS } from '../../../../schema/approvals/approver-matrix/model.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { logicOf, MATRICES, type MatrixScene, makeMatrixScene } from '../../../support/worker/matrix-scene.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

let company: MatrixScene['company']
let dana: MatrixScene['dana']
let gone: MatrixScene['gone']
let engineering: MatrixScene['engineering']
let create: MatrixScene['create']
let read: MatrixScene['read']
let saveLogic: MatrixScene['saveLogic']
let history: MatrixScene['history']

beforeAll(async () => {
  ;({ company, dana, gone, engineering, create, read, saveLogic, history } = await makeMatrixScene())
})

describe('an invalid matrix', () => {
  const refusal = async (body: object) => {
    const { id } = await create()
    await saveLogic(id, logicOf([{ people: [dana.userId] }], 1))
    const answer = await saveLogic(id, body)
    expect({ version: (await read(id)).version, history: (await history(id)).length }).toEqual({
      version: 2,
      history: 2,
    })
    return { status: answer.status, fields: fieldsOf(answer) }
  }

  it('unknown, disabled and other companies’ people are refused at their cell', async () => {
    const stranger = await (await makeCompany()).addPerson()
    const lines = [
      { people: [dana.userId] },
      { people: [dana.userId, 'nobody'] },
      { people: [stranger.userId] },
      { people: [gone.userId] },
    ]
    expect(await refusal(logicOf(lines, 2))).toEqual({
      status: 400,
      fields: {
        'approverColumns.0.cells.1.users': 'Row 2, Finance: this person isn’t in your company',
        'approverColumns.0.cells.2.users': 'Row 3, Finance: this person isn’t in your company',
        'approverColumns.0.cells.3.users': 'Row 4, Finance: Gone Away can’t sign in anymore and can’t approve',
      },
    })
  })

  it('values of another company or another kind are refused at their cell', async () => {
    const foreign = await (await makeCompany()).add('departments')
    const entity = await company.add('entities')
    const lines = [{ departments: [foreign] }, { departments: [engineering] }, { departments: [entity] }]
    const message = (row: number) => `Row ${row}, Department: there is no such department`
    expect(await refusal(logicOf(lines, 2))).toEqual({
      status: 400,
      fields: { 'conditionColumns.0.cells.0.values': message(1), 'conditionColumns.0.cells.2.values': message(3) },
    })
  })

  it('two columns with one name or condition, or two rows with one id, are refused', async () => {
    const body = logicOf([{ id: 'same' }, { id: 'same' }], 2)
    const [condition] = body.conditionColumns
    const [approver] = body.approverColumns
    const twice = {
      ...body,
      conditionColumns: [condition, { ...condition, id: 'DEPARTMENT-2', ordinal: 1 }],
      approverColumns: [approver, { ...approver, id: 'finance-2', name: 'FINANCE', ordinal: 1 }],
    }
    expect(await refusal(twice)).toEqual({
      status: 400,
      fields: {
        'conditionColumns.1.conditionType': 'Department is already a column',
        'approverColumns.1.name': 'Another approver column is called FINANCE',
        'rows.1.id': 'Row 2 has the id of another row',
      },
    })
  })

  it('cells of missing rows, or two cells for one row, are refused', async () => {
    const body = logicOf([{}], 2)
    body.approverColumns[0]?.cells.push({ ordinal: 0, users: [] }, { ordinal: 7, users: [] })
    const { fields } = await refusal(body)
    expect(fields).toEqual({
      'approverColumns.0.cells.1.ordinal': 'Row 1 has two such cells',
      'approverColumns.0.cells.2.ordinal': 'There is no row 8',
    })
  })

  it('a matrix that is too large says how large it may be', async () => {
    const many = await refusal(
      logicOf(
        Array.from({ length: MATRIX_LIMITS.rows + 1 }, (_, i) => ({ id: `r${i}` })),
        2,
      ),
    )
    expect(many.fields.rows).toBe('A matrix has at most 1,000 rows')
    const crowd = Array.from({ length: 51 }, () => dana.userId)
    const full = await refusal(logicOf([{ people: crowd }], 2))
    expect(full.fields['approverColumns.0.cells.0.users']).toBe('A cell holds at most 50')
    const total = await refusal(
      logicOf(
        Array.from({ length: 1000 }, (_, i) => ({ id: `r${i}`, people: crowd.slice(0, 11) })),
        2,
      ),
    )
    expect(total.fields.rows).toMatch(/^A matrix holds at most 10,000 values and people.*this one has 11,000/)
  })

  it('a person disabled while in a matrix may stay, and is marked', async () => {
    const { id } = await create()
    const leaving = await company.addPerson({ name: 'Leaving Soon' })
    await saveLogic(id, logicOf([{ people: [leaving.userId] }], 1))
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?').bind(leaving.userId).run()
    const answer = await saveLogic(id, logicOf([{ people: [leaving.userId, dana.userId] }], 2))
    expect(answer.status).toBe(200)
    const [cell] = (await read(id)).approverColumns[0].cells
    expect(cell.users.map((user: { disabled: boolean }) => user.disabled)).toEqual([true, false])
  })

  it('a matrix above the company’s limit is refused with a message', async () => {
    const crowded = await makeCompany()
    const client = await signIn(crowded, await crowded.addPerson({ flags: ['hasAdminAccess'] }))
    for (let i = 0; i < MATRIX_LIMITS.matrices; i++) {
      await env.DB.prepare(
        'INSERT INTO approver_matrices (id, company_id, name, created_at, updated_at) VALUES (?, ?, ?, 0, 0)',
      )
        .bind(newId(), crowded.id, `Matrix ${i}`)
        .run()
    }
    const answer = await client.post(MATRICES, { name: 'One more' })
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status: 422, reason: 'TOO_MANY' })
  })
})
