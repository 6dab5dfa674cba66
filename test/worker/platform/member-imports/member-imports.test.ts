import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MemberImport } from '../../../../schema/platform/member-imports/endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { exchange, rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Members from CSV files: what is checked, who is added, and how all of it is undone. */

let company: TestCompany
let admin: Client

const companyWithAdmin = async () => {
  const made = await makeCompany()
  return { company: made, admin: await signIn(made, await made.addPerson({ flags: ['hasAdminAccess'] })) }
}

beforeAll(async () => {
  ;({ company, admin } = await companyWithAdmin())
})

const upload = (content: string | Uint8Array, client = admin) => {
  const form = new FormData()
  form.set('file', new File([content as BlobPart], 'people.csv'))
  return client.call('POST', '/api/member-imports', { body: form })
}
const post = (found: { id: string; version: number }, step: string, body: object = {}, client = admin) =>
  client.post(`/api/member-imports/${found.id}/${step}`, { version: found.version, ...body })

const checked = async (
  text: string | Uint8Array,
  { client = admin, createsDepartments = false } = {},
): Promise<MemberImport> => {
  const uploaded = await upload(text, client)
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200)
  const found: MemberImport = (await client.get(`/api/member-imports/${uploaded.body.id}`)).body
  const mapping = found.columns.map(({ field }) => field)
  const answer = await post(found, 'check', { mapping, createsDepartments }, client)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const imported = async (text: string, body: object = {}, client = admin): Promise<MemberImport> => {
  const answer = await post(await checked(text, { client }), 'start', body, client)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
interface Row {
  number: number
  email: string
  name: string
  outcome: string
  problems: { level: string; field: string | null; message: string }[]
  memberId: string | null
}
const rowsOf = async ({ id }: { id: string }, client = admin): Promise<Row[]> =>
  (await client.get(`/api/member-imports/${id}/rows?first=100`)).body.edges.map((edge: { node: Row }) => edge.node)
const notesOf = async (found: { id: string }, client = admin) =>
  (await rowsOf(found, client)).map(({ outcome, problems }) => [outcome, ...problems.map(({ message }) => message)])
const address = () => `${newId()}@people.test`
const HEADER = 'Email,First name,Last name'
const outcomeOf = (found: MemberImport) => found.counts

describe('checking a file', () => {
  it('a check tells beside each row what is wrong, and adds no one', async () => {
    const [twice, disabled] = [address(), address()]
    await company.addPerson({ email: disabled, disabled: true })
    const other = await companyWithAdmin()
    const foreign = `Foreign ${newId()}`
    await run(
      'INSERT INTO departments (id, company_id, name, created_at) VALUES (?, ?, ?, 0)',
      ...[newId(), other.company.id, foreign],
    )
    const found = await checked(
      [
        `${HEADER},Department,Role,Manager`,
        `${twice},Ada,One,,,`,
        `${twice.toUpperCase()},Ada,Two,,,`,
        `${disabled},Dee,Three,,,`,
        `nobody,Eve,Four,,,`,
        `${address()},Fay,,,,`,
        `${address()},Gus,Six,${foreign},,`,
        `${address()},Hal,Seven,,Emperor,`,
        `${address()},Ida,Eight,,,${address()}`,
      ].join('\n'),
    )
    expect(await notesOf(found)).toEqual([
      ['CREATE'],
      ['BAD', 'Row 2 has the same email'],
      ['BAD', 'A disabled member has this email. Enable them instead.'],
      ['BAD', 'nobody isn’t an email address'],
      ['BAD', 'Required'],
      ['BAD', `No department is called ${foreign}`],
      ['BAD', 'Emperor isn’t a role'],
      ['BAD', 'No active member has this email, and no row'],
    ])
    expect(outcomeOf(found)).toEqual({ CREATE: 1, BAD: 7 })
    expect(found.unknownDepartments).toEqual([foreign])
    const added = await rows(
      'SELECT 1 FROM company_memberships WHERE company_id = ? AND email_key = ?',
      company.id,
      twice,
    )
    expect(added).toEqual([])
  })

  it('reads a file with a byte order mark, semicolons, capital letters and full names, and refuses Latin-1', async () => {
    const mail = address()
    const found = await checked(`\uFEFFName;E-Mail Address;Rolle\n"Zoë  von Berg";${mail.toUpperCase()};x\n`)
    expect(found.columns.map(({ field }) => field)).toEqual(['fullName', 'email', null])
    expect(await rowsOf(found)).toMatchObject([{ outcome: 'CREATE', name: 'Zoë  von Berg', email: mail.toUpperCase() }])
    await post(found, 'start')
    const [member] = (await admin.get(`/api/members?email=${mail}`)).body.edges
    expect(member.node).toMatchObject({ firstName: 'Zoë', lastName: 'von Berg', email: mail })
    const latin = new Uint8Array([...new TextEncoder().encode(`${HEADER}\na@b.test,Zo`), 0xeb, 0x2c, 0x42])
    expect(fieldsOf(await upload(latin)).file).toMatch('The file is not in UTF-8')
  })

  it('takes at most 500 rows, and no workbook', async () => {
    const many = [HEADER, ...Array.from({ length: 501 }, (_, i) => `m${i}@people.test,A,B`)].join('\n')
    expect(fieldsOf(await upload(many)).file).toBe('The file has more than 500 rows. Split it into several files.')
    expect(fieldsOf(await upload(new Uint8Array([0x50, 0x4b, 3, 4, 5]))).file).toMatch('Excel workbook')
  })

  it('members that already belong to the company are skipped, so the same file twice adds no one again', async () => {
    const text = `${HEADER}\n${address()},Ada,Twice`
    await imported(text)
    const again = await checked(text)
    expect(await notesOf(again)).toEqual([['SKIP', 'Already a member']])
    expect((await post(again, 'start')).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'NOTHING_TO_IMPORT' })
  })

  it('refuses managers in a circle, and those below someone who can’t be added', async () => {
    const [a, b, c, d] = [address(), address(), address(), address()]
    const found = await checked(
      `${HEADER},Manager\n${a},A,A,${b}\n${b},B,B,${a}\n${c},C,C,${d}\n${d},,D,\n${address()},E,E,${c}`,
    )
    const loop = ['BAD', 'The managers in this file lead back to this person']
    expect(await notesOf(found)).toEqual([
      loop,
      loop,
      ['BAD', 'Their manager’s row has an error'],
      ['BAD', 'Required'],
      ['BAD', 'Their manager’s row has an error'],
    ])
  })

  it('a user admin gives no rights beyond their own and creates no departments', async () => {
    const client = await signIn(company, await company.addPerson({ flags: ['hasUserAdminAccess'] }))
    const text = `${HEADER},Role,Department\n${address()},A,A,Admin,\n${address()},B,B,User admin,\n${address()},C,C,,New ${newId()}`
    const found = await checked(text, { client })
    const outcomes = (await rowsOf(found, client)).map(({ outcome, problems }) => [outcome, problems[0]?.field])
    expect(outcomes).toEqual([
      ['BAD', 'roles'],
      ['CREATE', undefined],
      ['BAD', 'departments'],
    ])
    expect(found.mayCreateDepartments).toBe(false)
    const mapping = found.columns.map(({ field }) => field)
    const refused = await post(found, 'check', { mapping, createsDepartments: true }, client)
    expect({ status: refused.status, fields: fieldsOf(refused) }).toEqual({
      status: 403,
      fields: { createsDepartments: 'Only admins can create departments' },
    })
  })
})

describe('adding people from a file', () => {
  it('adds them with everything the file says, in any order of managers, and records each', async () => {
    const [boss, report] = [address(), address()]
    const [dept, group, place] = [`Design ${newId()}`, `Guild ${newId()}`, `Lisbon ${newId()}`]
    await company.add('groups', group)
    await company.add('locations', place)
    const text = [
      'Work email,Given name,Surname,Job title,Dept,Groups,Office,Roles,Approver,Reports to',
      `${report},Rita,Report,Designer,${dept.toUpperCase()},${group},${place},,no,${boss}`,
      `${boss},Bo,Boss,Head,${dept},,,Department lead; Vendor admin,yes,`,
    ].join('\n')
    expect(outcomeOf(await checked(text))).toEqual({ BAD: 2 })
    const found = await checked(text, { createsDepartments: true })
    expect(outcomeOf(found)).toEqual({ CREATE: 2 })
    const done: MemberImport = (await post(found, 'start')).body
    expect({ status: done.status, counts: done.counts }).toEqual({ status: 'DONE', counts: { CREATED: 2 } })
    const [first, second] = await rowsOf(found)
    const read = async (id: string | null | undefined) => (await admin.get(`/api/members/${id}`)).body
    expect(await read(first?.memberId)).toMatchObject({
      ...{ firstName: 'Rita', title: 'Designer', isInvited: true, hasVendorAdminAccess: false },
      departments: [{ name: dept.toUpperCase(), approvesRequests: false }],
      groups: [{ name: group }],
      location: { name: place },
      manager: { id: second?.memberId, name: 'Bo Boss' },
    })
    expect(await read(second?.memberId)).toMatchObject({
      ...{ hasDepartmentAccess: true, hasVendorAdminAccess: true, hasAdminAccess: false },
      departments: [{ approvesRequests: true }],
    })
    const audit = await rows<{ message: string }>(
      'SELECT message FROM audit_log WHERE company_id = ? AND target_id IN (?, ?)',
      ...[company.id, first?.memberId, second?.memberId],
    )
    expect(audit.map(({ message }) => message).sort()).toEqual([
      'Added Bo Boss from the file people.csv',
      'Added Rita Report from the file people.csv',
    ])
  })

  it('emails invitations only if that was chosen, and the link signs the person in', async () => {
    const invites = async () =>
      rows<{ n: number }>(
        "SELECT count(*) AS n FROM outbox WHERE company_id = ? AND topic = 'member.invite'",
        company.id,
      )
    const before = (await invites())[0]?.n ?? 0
    await imported(`${HEADER}\n${address()},No,Mail`)
    expect((await invites())[0]?.n).toBe(before)
    await imported(`${HEADER}\n${address()},With,Mail\n${address()},Also,Mail`, { sendsInvitations: true })
    expect((await invites())[0]?.n).toBe(before + 2)
  })

  it('a repeated command adds no one twice, and a check that is out of date adds no one', async () => {
    const found = await checked(`${HEADER}\n${address()},Once,Only`)
    const id = newId()
    const send = () =>
      admin.call('POST', `/api/member-imports/${found.id}/start`, {
        body: { version: found.version },
        commandId: id,
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect((await post(found, 'start')).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'IMPORT_STARTED' })
    const other = await checked(`${HEADER}\n${address()},Late,Check`)
    expect((await post({ ...other, version: 1 }, 'start')).body).toMatchObject({ code: 'CONFLICT' })
  })

  it('what has changed since the check is found again', async () => {
    const [taken, free] = [address(), address()]
    const found = await checked(`${HEADER}\n${taken},Was,Taken\n${free},Still,Free`)
    await company.addPerson({ email: taken })
    const done: MemberImport = (await post(found, 'start')).body
    expect(done.counts).toEqual({ SKIPPED: 1, CREATED: 1 })
  })

  it('adds 500 people at once', async () => {
    const big = await companyWithAdmin()
    const lines = Array.from({ length: 500 }, (_, i) => `${newId()}@people.test,First${i},Last${i},Team ${i % 5}`)
    const found = await checked(`${HEADER},Department\n${lines.join('\n')}`, {
      client: big.admin,
      createsDepartments: true,
    })
    const done = (await post(found, 'start', { sendsInvitations: true }, big.admin)).body
    expect(done.counts).toEqual({ CREATED: 500 })
    const undone = (await post(done, 'undo', {}, big.admin)).body
    expect(undone.message).toBeUndefined()
    expect(undone.counts).toEqual({ REMOVED: 500 })
    const left = await rows('SELECT 1 FROM departments WHERE company_id = ?', big.company.id)
    expect(left).toEqual([])
  })
})

describe('undoing an import', () => {
  it('removes people who never signed in, and says who stays and why', async () => {
    const [gone, joined, changed, owner, boss, kept] = Array.from({ length: 6 }, address)
    const done = await imported(
      [
        `${HEADER},Manager`,
        `${gone},Gone,Person,`,
        `${joined},Joined,Person,${boss}`,
        `${changed},Changed,Person,`,
        `${owner},Owner,Person,`,
        `${boss},Boss,Person,${kept}`,
        `${kept},Kept,Person,`,
      ].join('\n'),
    )
    const ids = (await rowsOf(done)).map(({ memberId }) => memberId ?? '')
    await run(
      'UPDATE company_memberships SET invited_at = NULL, version = version + 1 WHERE company_id = ? AND user_id = ?',
      ...[company.id, ids[1]],
    )
    expect((await admin.post(`/api/member/${ids[2]}/update`, { title: 'New title' })).status).toBe(200)
    const vendor = await admin.post('/api/vendors', {
      name: `Vendor ${newId()}`,
      owners: [ids[3]],
      paymentMethod: 'ACH',
    })
    expect(vendor.status, JSON.stringify(vendor.body)).toBe(200)
    const undone: MemberImport = (await post(done, 'undo')).body
    expect({ status: undone.status, counts: undone.counts, canUndo: undone.canUndo }).toEqual({
      ...{ status: 'UNDONE', counts: { REMOVED: 1, KEPT: 5 }, canUndo: false },
    })
    expect(await notesOf(done)).toEqual([
      ['REMOVED'],
      ['KEPT', 'They have signed in'],
      ['KEPT', 'Someone changed them since the import'],
      ['KEPT', 'There are vendors they own or sign for'],
      ['KEPT', 'They manage Joined Person'],
      ['KEPT', 'They manage Boss Person'],
    ])
    expect((await admin.get(`/api/members/${ids[0]}`)).status).toBe(404)
    const left = await rows('SELECT 1 FROM users WHERE id = ?', ids[0])
    expect(left).toEqual([])
    const [last] = await rows<{ message: string }>(
      'SELECT message FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY id DESC LIMIT 1',
      ...[company.id, ids[0]],
    )
    expect(last?.message).toBe('Removed Gone Person and undid the import of the file people.csv')
    // The address is free again.
    expect(outcomeOf(await checked(`${HEADER}\n${gone},Gone,Again`))).toEqual({ CREATE: 1 })
    expect((await post(undone, 'undo')).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'CANNOT_UNDO' })
  })

  it('people who are delegates or part of a request stay', async () => {
    const done = await imported(`${HEADER}\n${address()},Named,Delegate\n${address()},Involved,Person`)
    const [delegate, involved] = (await rowsOf(done)).map(({ memberId }) => memberId ?? '')
    await run(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
      ...[company.id, (await company.addPerson({})).userId, delegate],
    )
    await run('INSERT INTO request_people (company_id, user_id) VALUES (?, ?)', company.id, involved)
    await post(done, 'undo')
    expect(await notesOf(done)).toEqual([
      ['KEPT', 'They are someone’s delegate, or have one'],
      ['KEPT', 'They are part of a request'],
    ])
  })

  it('an invitation that was emailed signs no one in after the import was undone', async () => {
    const done = await imported(`${HEADER}\n${address()},Was,Invited`, { sendsInvitations: true })
    const [sent] = await rows<{ payload: string }>(
      "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'member.invite' ORDER BY created_at DESC, id DESC LIMIT 1",
      company.id,
    )
    const { token } = JSON.parse(sent?.payload ?? '{}')
    const preview = () => anonymous.post('/auth/login-token', { loginTokenId: token })
    expect(await preview()).toMatchObject({ status: 200 })
    await post(done, 'undo')
    await runTicks(env)
    expect(await preview()).toMatchObject({ status: 422, body: { reason: 'LOGIN_TOKEN_UNKNOWN' } })
    expect(await exchange(anonymous, token)).toMatchObject({ status: 422, body: { reason: 'LOGIN_TOKEN_UNKNOWN' } })
  })

  it('departments that someone else uses since stay', async () => {
    const [used, unused] = [`Used ${newId()}`, `Unused ${newId()}`]
    const found = await checked(`${HEADER},Department\n${address()},A,A,${used}\n${address()},B,B,${unused}`, {
      createsDepartments: true,
    })
    const done = (await post(found, 'start')).body
    const [department] = await rows<{ id: string }>(
      'SELECT id FROM departments WHERE company_id = ? AND name = ?',
      company.id,
      used,
    )
    await company.addToDepartment(department?.id ?? '', (await company.addPerson({})).userId)
    expect((await post(done, 'undo')).body).toMatchObject({ status: 'UNDONE' })
    const left = await rows<{ name: string }>(
      'SELECT name FROM departments WHERE company_id = ? AND name IN (?, ?)',
      ...[company.id, used, unused],
    )
    expect(left).toEqual([{ name: used }])
  })
})
