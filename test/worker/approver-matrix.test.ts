import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { MATRIX_LIMITS } from '../../schema/approver-matrix/model.ts'
import { newId } from '../../worker/core/clock.ts'
import { costOf } from '../support/worker/contract.ts'
import { fieldsOf } from '../support/worker/doors.ts'
import { makeCategory, rule } from '../support/worker/intake.ts'
import { rows } from '../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../support/worker/world.ts'

let company: TestCompany
let admin: Client
let second: Client
let dana: TestPerson
let omar: TestPerson
let gone: TestPerson
let engineering: string
let sales: string

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] }))
  second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  dana = await company.addPerson({ name: 'Dana Fox' })
  omar = await company.addPerson({ name: 'Omar Haddad' })
  gone = await company.addPerson({ name: 'Gone Away', disabled: true })
  engineering = await company.add('departments', 'Engineering')
  sales = await company.add('departments', 'Sales')
})

const PATH = '/api/approver-matrix'
const create = async (name = `Matrix ${newId()}`) => {
  const { body } = await admin.post(PATH, { name })
  return { id: body.id as string, name }
}
const read = async (id: string) => (await admin.get(`${PATH}/${id}`)).body
const saveLogic = (id: string, body: object, client = admin) => client.post(`${PATH}/${id}/logic`, body)
const history = async (id: string) => {
  const { body } = await admin.get(`/api/audit-logs?targetType=APPROVER_MATRIX&targetId=${id}`)
  return body.edges.map((edge: { node: { message: string; changeData: unknown } }) => edge.node)
}

interface Line {
  id?: string
  departments?: string[]
  people?: string[]
}
/** One department column and one approver column. */
const logicOf = (lines: Line[], version?: number) => ({
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

describe('names', () => {
  it('are a matrix’s own, whatever the case, and a deleted one gives its name back', async () => {
    const { id, name } = await create()
    const taken = { name: 'Another approver matrix has this name' }
    expect(fieldsOf(await admin.post(PATH, { name: ` ${name.toUpperCase()} ` }))).toEqual(taken)
    const other = await create()
    const renamed = await admin.call('PUT', `${PATH}/${other.id}`, { body: { name, version: 1 } })
    expect({ status: renamed.status, fields: fieldsOf(renamed) }).toEqual({ status: 400, fields: taken })
    expect((await admin.call('DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect((await admin.get(`${PATH}/${id}`)).status).toBe(404)
    expect((await admin.post(PATH, { name })).status).toBe(200)
  })

  it('of a renamed matrix are told in its history, and two who rename at once are told apart', async () => {
    const { id, name } = await create()
    const rename = (client: Client, to: string) =>
      client.call('PUT', `${PATH}/${id}`, { body: { name: to, version: 1 } })
    const answers = await Promise.all([rename(admin, newId()), rename(second, newId())])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await read(id)).toMatchObject({ version: 2 })
    const messages = (await history(id)).map((row: { message: string }) => row.message)
    expect(messages).toEqual([
      expect.stringMatching(`^Renamed the approver matrix ${name} to `),
      `Created the approver matrix ${name}`,
    ])
  })
})

describe('saving the whole matrix', () => {
  it('keeps columns, rows and cells, and answers with the names behind them', async () => {
    const { id } = await create()
    const lines = [{ departments: [engineering, sales], people: [dana.userId] }, { people: [omar.userId, dana.userId] }]
    expect((await saveLogic(id, logicOf(lines, 1))).body).toEqual({ id, version: 2 })
    const matrix = await read(id)
    const known = { missing: false }
    const person = ({ userId, name, email }: TestPerson) => ({ id: userId, name, email, disabled: false, ...known })
    expect(matrix).toMatchObject({
      version: 2,
      rowCount: 2,
      rows: [
        { id: 'row-1', ordinal: 0 },
        { id: 'row-2', ordinal: 1 },
      ],
      conditionColumns: [
        {
          id: 'DEPARTMENT',
          conditionType: 'DEPARTMENT',
          ordinal: 0,
          cells: [
            {
              ordinal: 0,
              values: [
                { id: engineering, name: 'Engineering', ...known },
                { id: sales, name: 'Sales', ...known },
              ],
            },
            { ordinal: 1, values: [] },
          ],
        },
      ],
      approverColumns: [
        {
          id: 'finance',
          name: 'Finance',
          ordinal: 0,
          cells: [
            { ordinal: 0, users: [person(dana)] },
            { ordinal: 1, users: [person(omar), person(dana)] },
          ],
        },
      ],
    })
    const list = (await admin.get(PATH)).body
    expect(list.find((entry: { id: string }) => entry.id === id)).toEqual(matrix)
    const heads = (await admin.get(`${PATH}?cells=false`)).body
    const head = heads.find((entry: { id: string }) => entry.id === id)
    expect(head).toMatchObject({ rowCount: 2, rows: [], conditionColumns: [{ id: 'DEPARTMENT', cells: [] }] })
  })

  it('by the contract’s own body, without rows and version, keeps the rows known by their place', async () => {
    const { id } = await create()
    await saveLogic(id, logicOf([{ id: 'kept', people: [dana.userId] }], 1))
    const { rows: _, ...body } = logicOf([{ people: [omar.userId] }, { people: [dana.userId] }])
    expect((await saveLogic(id, body)).body).toEqual({ id, version: 3 })
    const matrix = await read(id)
    expect(matrix.rows).toHaveLength(2)
    expect(matrix.rows[0]).toEqual({ id: 'kept', ordinal: 0 })
    expect(matrix.approverColumns[0].cells[1].users[0]).toMatchObject({ id: dana.userId })
  })

  it('tells before and after of the rows concerned, and nothing where nothing changed', async () => {
    const { id, name } = await create()
    await saveLogic(id, logicOf([{ departments: [sales], people: [dana.userId] }, { people: [omar.userId] }], 1))
    const changed = [{ departments: [engineering], people: [dana.userId] }, { people: [omar.userId] }]
    await saveLogic(id, logicOf(changed, 2))
    expect((await saveLogic(id, logicOf(changed, 3))).body).toEqual({ id, version: 3 })
    const [latest, ...earlier] = await history(id)
    expect(earlier).toHaveLength(2)
    expect(latest.message).toBe(`Saved version 3 of the approver matrix ${name}: 1 cell changed`)
    const row = (department: string) => ({
      columns: ['Department', 'Finance'],
      rowCount: 2,
      rows: [{ row: 1, conditions: { Department: [department] }, approvers: { Finance: ['Dana Fox'] } }],
    })
    expect(latest.changeData).toEqual({ before: row('Sales'), after: row('Engineering') })
  })

  it('by two at once is done by one; the other is told, and nothing of theirs is half saved', async () => {
    const { id } = await create()
    const answers = await Promise.all([
      saveLogic(id, logicOf([{ people: [dana.userId] }], 1)),
      saveLogic(id, logicOf([{ people: [omar.userId] }], 1), second),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
    expect((await read(id)).version).toBe(2)
    expect(await history(id)).toHaveLength(2)
  })
})

describe('a matrix that is not right', () => {
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

  it('with people who are unknown, of another company or disabled is refused at the cell', async () => {
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
        'approverColumns.0.cells.1.users': 'Row 2, Finance: this person is not of your company',
        'approverColumns.0.cells.2.users': 'Row 3, Finance: this person is not of your company',
        'approverColumns.0.cells.3.users': 'Row 4, Finance: Gone Away may no longer sign in and cannot approve',
      },
    })
  })

  it('with values of another company, or of another kind, is refused at the cell', async () => {
    const foreign = await (await makeCompany()).add('departments')
    const entity = await company.add('entities')
    const lines = [{ departments: [foreign] }, { departments: [engineering] }, { departments: [entity] }]
    const message = (row: number) => `Row ${row}, Department: there is no such department`
    expect(await refusal(logicOf(lines, 2))).toEqual({
      status: 400,
      fields: { 'conditionColumns.0.cells.0.values': message(1), 'conditionColumns.0.cells.2.values': message(3) },
    })
  })

  it('with two columns of one name or condition, or two rows of one id, is refused', async () => {
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
        'conditionColumns.1.conditionType': 'Department is a column already',
        'approverColumns.1.name': 'Another approver column is called FINANCE',
        'rows.1.id': 'Row 2 has the id of another row',
      },
    })
  })

  it('with cells of rows that are not there, or two for one row, is refused', async () => {
    const body = logicOf([{}], 2)
    body.approverColumns[0]?.cells.push({ ordinal: 0, users: [] }, { ordinal: 7, users: [] })
    const { fields } = await refusal(body)
    expect(fields).toEqual({
      'approverColumns.0.cells.1.ordinal': 'Row 1 has two such cells',
      'approverColumns.0.cells.2.ordinal': 'There is no row 8',
    })
  })

  it('that is too large says how large it may be', async () => {
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

  it('who was disabled while in it may stay, and is marked', async () => {
    const { id } = await create()
    const leaving = await company.addPerson({ name: 'Leaving Soon' })
    await saveLogic(id, logicOf([{ people: [leaving.userId] }], 1))
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?').bind(leaving.userId).run()
    const answer = await saveLogic(id, logicOf([{ people: [leaving.userId, dana.userId] }], 2))
    expect(answer.status).toBe(200)
    const [cell] = (await read(id)).approverColumns[0].cells
    expect(cell.users.map((user: { disabled: boolean }) => user.disabled)).toEqual([true, false])
  })

  it('a company has so many matrices at most, and is told', async () => {
    const crowded = await makeCompany()
    const client = await signIn(crowded, await crowded.addPerson({ flags: ['hasAdminAccess'] }))
    for (let i = 0; i < MATRIX_LIMITS.matrices; i++) {
      await env.DB.prepare(
        'INSERT INTO approver_matrices (id, company_id, name, created_at, updated_at) VALUES (?, ?, ?, 0, 0)',
      )
        .bind(newId(), crowded.id, `Matrix ${i}`)
        .run()
    }
    const answer = await client.post(PATH, { name: 'One more' })
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status: 422, reason: 'TOO_MANY' })
  })
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
      text: expect.stringMatching(/^The rule “Budget” of the workflow Standard \(.+\) takes its approvers from it$/),
      href: `/settings/intake-categories/${category.id}/workflows/${category.workflowId}`,
    },
  ]

  it('is not deleted, and says where it is used; without the workflow it is', async () => {
    const { id, name, category } = await inUse()
    const refused = await admin.call('DELETE', `${PATH}/${id}`)
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 422,
      message: `${name} cannot be deleted while a workflow uses it.`,
      reason: 'IN_USE',
      details: reason(category),
    })
    await admin.call('DELETE', `/api/intake-categories/${category.id}/workflows/${category.workflowId}`)
    expect((await admin.call('DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect(await rows('SELECT id FROM approver_matrices WHERE id = ? AND deleted_at IS NOT NULL', id)).toHaveLength(1)
  })

  it('keeps the approver column that is used, and may lose any other', async () => {
    const { id, category } = await inUse()
    const body = logicOf([{ people: [dana.userId] }], 2)
    const [finance] = body.approverColumns
    const more = { ...finance, id: 'legal', name: 'Legal', ordinal: 1 }
    expect((await saveLogic(id, { ...body, approverColumns: [finance, more] })).status).toBe(200)
    const refused = await saveLogic(id, { ...body, version: 3, approverColumns: [more] })
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 422,
      message: 'Finance cannot be removed while a workflow uses it.',
      details: reason(category),
    })
    expect((await saveLogic(id, { ...body, version: 3, approverColumns: [finance] })).status).toBe(200)
  })
})

describe('a department that a matrix names', () => {
  it('is not deleted, and says which matrix names it; without the matrix it is', async () => {
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
    await admin.call('DELETE', `${PATH}/${id}`)
    expect((await admin.call('DELETE', `/api/departments/${department}`)).status).toBe(200)
  })
})

describe('names that are pasted', () => {
  it('stand for what the company has, whatever the case; of two people with one name both are told', async () => {
    const twins = [await company.addPerson({ name: 'Same Name' }), await company.addPerson({ name: 'Same Name' })]
    const stranger = await (await makeCompany()).addPerson({ name: 'Foreign Person' })
    const asked = {
      DEPARTMENT: ['engineering', 'Nowhere'],
      users: ['DANA FOX', omar.email.toUpperCase(), 'same name', gone.email, stranger.email, 'Foreign Person'],
    }
    const { status, body } = await admin.post(`${PATH}/resolve-names`, asked)
    expect(status).toBe(200)
    expect(body.DEPARTMENT).toEqual([
      { text: 'engineering', matches: [{ id: engineering, name: 'Engineering', disabled: false }] },
      { text: 'Nowhere', matches: [] },
    ])
    const ids = Object.fromEntries(
      body.users.map(({ text, matches }: { text: string; matches: { id: string }[] }) => [
        text,
        matches.map((match) => match.id).sort(),
      ]),
    )
    expect(ids).toEqual({
      'DANA FOX': [dana.userId],
      [omar.email.toUpperCase()]: [omar.userId],
      'same name': twins.map((twin) => twin.userId).sort(),
      [gone.email]: [gone.userId],
      [stranger.email]: [],
      'Foreign Person': [],
    })
    expect(body.users[3].matches[0].disabled).toBe(true)
  })
})

describe('a matrix of 1,000 rows', () => {
  it('is saved and read within the limits of the database, by few rows and round trips', async () => {
    const { id } = await create('Thousand')
    const people = [dana.userId, omar.userId]
    const lines = Array.from({ length: 1000 }, (_, i) => ({
      id: newId(),
      departments: i % 3 === 0 ? [] : [engineering, sales],
      people: i % 2 === 0 ? people : [dana.userId],
    }))
    const saved = await saveLogic(id, logicOf(lines, 1))
    expect(saved.status).toBe(200)
    expect(costOf(saved).written).toBeLessThan(20)
    const got = await admin.get(`${PATH}/${id}`)
    expect(got.body.rowCount).toBe(1000)
    expect(costOf(got)).toMatchObject({ trips: 2 })
    const everyRow = lines.map((line, i) => ({ ...line, people: i % 2 === 0 ? [dana.userId] : people }))
    expect((await saveLogic(id, logicOf(everyRow.reverse(), 2))).status).toBe(200)
    expect((await history(id))[0].message).toMatch(/: 1,000 cells changed, order changed$/)
  })
})
