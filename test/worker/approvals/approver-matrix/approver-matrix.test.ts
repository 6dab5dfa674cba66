import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { logicOf, MATRICES, type MatrixScene, makeMatrixScene } from '../../../support/worker/matrix-scene.ts'
import { type Client, makeCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: MatrixScene['company']
let admin: MatrixScene['admin']
let second: MatrixScene['second']
let dana: MatrixScene['dana']
let omar: MatrixScene['omar']
let gone: MatrixScene['gone']
let engineering: MatrixScene['engineering']
let sales: MatrixScene['sales']
let create: MatrixScene['create']
let read: MatrixScene['read']
let saveLogic: MatrixScene['saveLogic']
let history: MatrixScene['history']

beforeAll(async () => {
  ;({ company, admin, second, dana, omar, gone, engineering, sales, create, read, saveLogic, history } =
    await makeMatrixScene())
})

describe('names of matrices', () => {
  it('names are unique, ignoring case, and deleting a matrix frees its name', async () => {
    const { id, name } = await create()
    const taken = { name: 'Another approver matrix has this name' }
    expect(fieldsOf(await admin.post(MATRICES, { name: ` ${name.toUpperCase()} ` }))).toEqual(taken)
    const other = await create()
    const renamed = await admin.call('PUT', `${MATRICES}/${other.id}`, { body: { name, version: 1 } })
    expect({ status: renamed.status, fields: fieldsOf(renamed) }).toEqual({ status: 400, fields: taken })
    expect((await admin.call('DELETE', `${MATRICES}/${id}`)).status).toBe(200)
    expect((await admin.get(`${MATRICES}/${id}`)).status).toBe(404)
    expect((await admin.post(MATRICES, { name })).status).toBe(200)
  })

  it('renaming is recorded in the history, and the second of two people renaming gets a conflict', async () => {
    const { id, name } = await create()
    const rename = (client: Client, to: string) =>
      client.call('PUT', `${MATRICES}/${id}`, { body: { name: to, version: 1 } })
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
  it('columns, rows and cells are saved, and the answer has the names behind them', async () => {
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
    const list = (await admin.get(MATRICES)).body
    expect(list.find((entry: { id: string }) => entry.id === id)).toEqual(matrix)
    const heads = (await admin.get(`${MATRICES}?cells=false`)).body
    const head = heads.find((entry: { id: string }) => entry.id === id)
    expect(head).toMatchObject({ rowCount: 2, rows: [], conditionColumns: [{ id: 'DEPARTMENT', cells: [] }] })
  })

  it('the contract’s own body, without rows and version, keeps rows identified by position', async () => {
    const { id } = await create()
    await saveLogic(id, logicOf([{ id: 'kept', people: [dana.userId] }], 1))
    const { rows: _, ...body } = logicOf([{ people: [omar.userId] }, { people: [dana.userId] }])
    expect((await saveLogic(id, body)).body).toEqual({ id, version: 3 })
    const matrix = await read(id)
    expect(matrix.rows).toHaveLength(2)
    expect(matrix.rows[0]).toEqual({ id: 'kept', ordinal: 0 })
    expect(matrix.approverColumns[0].cells[1].users[0]).toMatchObject({ id: dana.userId })
  })

  it('the history shows changed rows before and after, and nothing if nothing changed', async () => {
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

  it('one of two simultaneous saves succeeds, and the other is refused without being half saved', async () => {
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

describe('names pasted into a matrix', () => {
  it('pasted names match in any letter case, and two people with one name are both listed', async () => {
    const twins = [await company.addPerson({ name: 'Same Name' }), await company.addPerson({ name: 'Same Name' })]
    const stranger = await (await makeCompany()).addPerson({ name: 'Foreign Person' })
    const asked = {
      DEPARTMENT: ['engineering', 'Nowhere'],
      users: ['DANA FOX', omar.email.toUpperCase(), 'same name', gone.email, stranger.email, 'Foreign Person'],
    }
    const { status, body } = await admin.post(`${MATRICES}/resolve-names`, asked)
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
  it('saving and reading stay within the limits of the database, with few rows and round trips', async () => {
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
    const got = await admin.get(`${MATRICES}/${id}`)
    expect(got.body.rowCount).toBe(1000)
    expect(costOf(got)).toMatchObject({ trips: 2 })
    const everyRow = lines.map((line, i) => ({ ...line, people: i % 2 === 0 ? [dana.userId] : people }))
    expect((await saveLogic(id, logicOf(everyRow.reverse(), 2))).status).toBe(200)
    expect((await history(id))[0].message).toMatch(/: 1,000 cells changed, order changed$/)
  })
})
