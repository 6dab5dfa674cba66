import { describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { makeMembersScene, newAddress } from '../../../support/worker/members-scene.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, signIn } from '../../../support/worker/world.ts'

const REFUSED = { status: 403, reason: 'BEYOND_RIGHTS' }

const tokenOf = (text: string): string => /confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? ''
const confirm = (token: string) => anonymous.post('/auth/email-change/confirm', { token })
const emailOf = async (userId: string) =>
  (await rows<{ email: string }>('SELECT email FROM users WHERE id = ?', userId))[0]?.email

describe('changing a member’s email address', () => {
  it('only admins can request a change: a lead and a user admin are refused', async () => {
    const { company, update, makeLead } = await makeMembersScene()
    const { person, client: lead } = await makeLead()
    const userAdmin = await signIn(company, await company.addPerson({ flags: ['hasUserAdminAccess'] }))
    const superViewer = await signIn(company, await company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    for (const client of [lead, userAdmin, superViewer]) {
      const { status, body } = await update(person.userId, { email: newAddress() }, client)
      expect({ status, reason: body.reason }).toEqual(REFUSED)
      expect(body.fields.email).toBe('Ask an admin to change the email')
    }
    expect(await emailOf(person.userId)).toBe(person.email)
  })

  it('the change counts once it is confirmed at the new address, both addresses are told, and all sessions end', async () => {
    const { company, update, read } = await makeMembersScene()
    const person = await company.addPerson({ name: 'Bo Berg' })
    const client = await signIn(company, person)
    const email = newAddress()
    const asked = await update(person.userId, { email, title: 'Buyer' })
    expect(asked.body).toEqual({ id: person.userId, unconfirmedEmail: email })
    expect(await read(person.userId)).toMatchObject({ email: person.email, title: 'Buyer' })
    const token = tokenOf((await mailTo(email)).text)
    expect((await mailTo(person.email)).subject).toMatch(/about to change/)
    expect((await client.get('/jwt-data')).status).toBe(200)
    const look = await anonymous.post('/auth/email-change', { token })
    expect(look.body).toMatchObject({ oldEmail: person.email, newEmail: email, name: 'Bo Berg', by: 'Maya First' })
    expect(await emailOf(person.userId)).toBe(person.email)

    expect((await confirm(token)).body).toEqual({ email })
    expect(await read(person.userId)).toMatchObject({ email })
    expect((await client.get('/jwt-data')).status).toBe(401)
    expect((await mailTo(person.email, 2)).subject).toMatch(/has changed/)
    expect((await confirm(token)).body.reason).toBe('ADDRESS_LINK_OVER')
    expect(sentMails(email)).toHaveLength(1)
  })

  it('an expired or replaced link, or one from an admin who lost the right, doesn’t confirm the change', async () => {
    const { company, update } = await makeMembersScene()
    const ask = async (client?: Parameters<typeof update>[2]) => {
      const person = await company.addPerson()
      const email = newAddress()
      await update(person.userId, { email }, client)
      return { person, token: tokenOf((await mailTo(email)).text) }
    }
    const expired = await ask()
    await run('UPDATE email_changes SET expires_at = 1 WHERE user_id = ?', expired.person.userId)
    const overtaken = await ask()
    await update(overtaken.person.userId, { email: newAddress() })
    const former = await company.addPerson({ flags: ['hasAdminAccess'] })
    const lost = await ask(await signIn(company, former))
    await run('UPDATE company_memberships SET has_admin_access = 0 WHERE user_id = ?', former.userId)
    for (const { token, person } of [expired, overtaken, lost]) {
      expect((await confirm(token)).body.reason).toBe('ADDRESS_LINK_OVER')
      expect(await emailOf(person.userId)).toBe(person.email)
    }
  })

  it('the change is refused when the member has groups, ownership or approvals that the admin doesn’t', async () => {
    const { company, admin, second, update } = await makeMembersScene()
    const me = (await admin.get('/jwt-data')).body.userId as string
    const groupId = await company.add('groups')
    const departmentId = await company.add('departments')
    const [grouped, approver, boss, owner, plain] = await Promise.all([1, 2, 3, 4, 5].map(() => company.addPerson()))
    if (!grouped || !approver || !boss || !owner || !plain) throw new Error('Nobody there')
    await company.addToGroup(groupId, grouped.userId)
    await company.addToDepartment(departmentId, approver.userId, true)
    await company.addPerson({ managerUserId: boss.userId })
    await admin.post('/api/vendors', { name: `Acme ${groupId}`, owners: [owner.userId], paymentMethod: 'ACH' })
    for (const { userId } of [grouped, approver, boss, owner]) {
      const { status, body } = await update(userId, { email: newAddress() })
      expect({ status, reason: body.reason }).toEqual(REFUSED)
    }
    expect((await update(plain.userId, { email: newAddress() })).status).toBe(200)
    // Someone with the same rights can ask.
    await company.addToGroup(groupId, me)
    expect((await update(grouped.userId, { email: newAddress() })).status).toBe(200)
    expect((await update(grouped.userId, { email: newAddress() }, second)).status).toBe(403)
  })

  it('the company can change the address of an invited person directly', async () => {
    const { added, update, read } = await makeMembersScene()
    const id = await added()
    const email = newAddress()
    expect((await update(id, { email })).body.unconfirmedEmail).toBeNull()
    expect((await read(id)).email).toBe(email)
  })

  it('the address of platform staff can’t be used by adding, renaming or looking up a member', async () => {
    const { company, admin, add, added, update } = await makeMembersScene()
    const person = await company.addPerson()
    const id = await added()
    const answers = [
      await add({ email: 'staff@outlay.test' }),
      await update(person.userId, { email: 'staff@outlay.test' }),
      await update(id, { email: 'staff@outlay.test' }),
      await admin.post('/api/users', { email: 'staff@outlay.test' }),
    ]
    for (const answer of answers) {
      expect(codeOf(answer)).toBe('INVALID')
      expect(fieldsOf(answer).email).toBe('This address can’t be used for a member')
    }
    // However a member got the address, it makes no one platform staff.
    await run('UPDATE users SET email = ? WHERE id = ?', 'staff@outlay.test', person.userId)
    const { body } = await (await signIn(company, person)).get('/api/current-permissions')
    expect(body.isInternalStaff).toBe(false)
    await expect(run('UPDATE users SET is_platform_staff = 1 WHERE id = ?', person.userId)).rejects.toThrow(/staff/)
  })
})
