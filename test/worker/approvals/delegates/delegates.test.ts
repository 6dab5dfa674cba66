import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

const OWN = '/api/current-user/delegate-approvers'
const of = (person: TestPerson) => `/api/members/${person.userId}/delegate-approvers`

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const remove = (client: Client, path: string, commandId?: string) => client.call('DELETE', path, { commandId })

describe('delegates', () => {
  let company: TestCompany
  let admin: Client
  let adminPerson: TestPerson
  const clients = new Map<string, Client>()
  const add = async (name: string, disabled = false): Promise<TestPerson> => {
    const person = await company.addPerson({ name, disabled })
    if (!disabled) clients.set(person.userId, await signIn(company, person))
    return person
  }
  const as = (person: TestPerson): Client => clients.get(person.userId) as Client
  const give = (from: TestPerson, to: TestPerson, more: Record<string, unknown> = {}, commandId?: string) =>
    as(from).post(OWN, { userId: to.userId, note: '', ...more }, commandId)
  const historyOf = async (person: TestPerson, client = admin) =>
    client.get(`/api/audit-logs?targetType=MEMBER&targetId=${person.userId}`)
  beforeAll(async () => {
    company = await makeCompany()
    adminPerson = await company.addPerson({ name: 'Maya Lindqvist', flags: ['hasAdminAccess'] })
    admin = await signIn(company, adminPerson)
  })

  describe('one’s own delegates', () => {
    it('delegates are listed with their dates, note and state, and see who they act for', async () => {
      const [omar, jonas, dana, grace] = [
        await add('Omar Haddad'),
        await add('Jonas Berg'),
        await add('Dana Fox'),
        await add('Grace Osei'),
      ]
      const made = await give(omar, jonas, { note: ' Parental leave ', startsOn: day(0), endsOn: day(0) })
      expect(made.status).toBe(200)
      expect(made.body).toMatchObject({
        user: { id: jonas.userId, firstName: 'Jonas', lastName: 'Berg', email: jonas.email },
        note: 'Parental leave',
        startsOn: day(0),
        endsOn: day(0),
        state: 'IN_FORCE',
        isInForce: true,
      })
      await give(omar, dana, { startsOn: day(1) })
      await give(omar, grace, { endsOn: day(-1) })
      const own = (await as(omar).get(OWN)).body
      expect(own.delegates.map((row: { user: { id: string }; state: string }) => [row.user.id, row.state])).toEqual([
        [jonas.userId, 'IN_FORCE'],
        [dana.userId, 'UPCOMING'],
        [grace.userId, 'ENDED'],
      ])
      expect(own.actsFor).toEqual([])
      const forJonas = (await as(jonas).get(OWN)).body
      expect(forJonas.delegates).toEqual([])
      expect(forJonas.actsFor).toMatchObject([{ user: { id: omar.userId }, note: 'Parental leave', isInForce: true }])
      expect((await as(dana).get(OWN)).body.actsFor).toMatchObject([{ state: 'UPCOMING', isInForce: false }])
      expect((await as(grace).get(OWN)).body.actsFor).toEqual([])
    })

    it('adding a delegate again updates the dates and note', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      const first = await give(omar, jonas, { note: 'Leave', endsOn: day(3) })
      const second = await give(omar, jonas, { note: 'Longer leave', startsOn: day(2), endsOn: day(9) })
      expect(second.body).toMatchObject({ note: 'Longer leave', startsOn: day(2), endsOn: day(9), state: 'UPCOMING' })
      expect(second.body.createdAt).toBe(first.body.createdAt)
      expect((await as(omar).get(OWN)).body.delegates).toEqual([second.body])
    })

    it('a delegate can be removed once', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      await give(omar, jonas)
      expect((await remove(as(omar), `${OWN}/${jonas.userId}`)).status).toBe(204)
      expect((await as(omar).get(OWN)).body.delegates).toEqual([])
      expect((await remove(as(omar), `${OWN}/${jonas.userId}`)).status).toBe(404)
    })

    it('a repeated command doesn’t add or remove a delegate twice', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      const [made, taken] = [newId(), newId()]
      const first = await give(omar, jonas, { note: 'Once' }, made)
      expect((await give(omar, jonas, { note: 'Once' }, made)).body).toEqual(first.body)
      expect((await remove(as(omar), `${OWN}/${jonas.userId}`, taken)).status).toBe(204)
      expect((await remove(as(omar), `${OWN}/${jonas.userId}`, taken)).status).toBe(204)
      // A late repetition of the first command doesn't bring the delegate back.
      await give(omar, jonas, { note: 'Once' }, made)
      expect((await as(omar).get(OWN)).body.delegates).toEqual([])
      expect((await historyOf(omar)).body.edges).toHaveLength(2)
    })
  })

  describe('refusals beside the field', () => {
    const refusal = async (answer: Promise<Answer>) => {
      const found = await answer
      return { status: found.status, fields: fieldsOf(found) }
    }

    it('people can’t delegate to themselves or to disabled members', async () => {
      const [omar, left] = [await add('Omar Haddad'), await add('Lea Left', true)]
      expect(await refusal(give(omar, omar))).toEqual({
        status: 400,
        fields: { userId: 'You can’t delegate to yourself' },
      })
      expect(await refusal(give(omar, left))).toEqual({
        status: 400,
        fields: { userId: 'Lea Left is disabled and can’t act for you' },
      })
    })

    it('invalid days, and an end before the start, are refused', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      const format = 'Date must be in format yyyy-mm-dd'
      for (const field of ['startsOn', 'endsOn']) {
        for (const date of ['2030-1-1', '01/02/2030', '']) {
          expect(await refusal(give(omar, jonas, { [field]: date }))).toEqual({
            status: 400,
            fields: { [field]: format },
          })
        }
      }
      expect(await refusal(give(omar, jonas, { startsOn: day(2), endsOn: day(1) }))).toEqual({
        status: 400,
        fields: { endsOn: 'The last day cannot be before the first day' },
      })
      expect(await refusal(give(omar, jonas, { note: 'x'.repeat(501) }))).toEqual({
        status: 400,
        fields: { note: 'At most 500 characters' },
      })
      expect((await as(omar).get(OWN)).body.delegates).toEqual([])
    })

    it('delegating back at the same time is refused, but not before or after', async () => {
      const [omar, dana] = [await add('Omar Haddad'), await add('Dana Fox')]
      await give(dana, omar, { startsOn: day(5), endsOn: day(10) })
      const loop = { status: 400, fields: { userId: 'Dana Fox delegates to you during that time' } }
      for (const period of [
        {},
        { startsOn: day(10) },
        { endsOn: day(5) },
        { startsOn: day(6), endsOn: day(7) },
        { startsOn: day(1), endsOn: day(20) },
      ]) {
        expect(await refusal(give(omar, dana, period))).toEqual(loop)
      }
      expect((await give(omar, dana, { endsOn: day(4) })).status).toBe(200)
      expect((await give(omar, dana, { startsOn: day(11) })).status).toBe(200)
      expect(await refusal(give(omar, dana, { startsOn: day(10) }))).toEqual(loop)
    })

    it('delegating back through others on the same days is refused', async () => {
      const [omar, dana, jonas, ada] = [
        await add('Omar Haddad'),
        await add('Dana Fox'),
        await add('Jonas Berg'),
        await add('Ada Pereira'),
      ]
      await give(dana, jonas, { startsOn: day(1), endsOn: day(5) })
      await give(jonas, ada, { startsOn: day(4), endsOn: day(8) })
      await give(ada, omar)
      const through = 'Dana Fox delegates to you through Ada Pereira during that time'
      expect(await refusal(give(omar, dana))).toEqual({ status: 400, fields: { userId: through } })
      // Dana's and Jonas' days overlap only on the fourth and fifth.
      expect((await give(omar, dana, { endsOn: day(3) })).status).toBe(200)
      expect((await give(omar, dana, { startsOn: day(6), endsOn: day(8) })).status).toBe(200)
      expect(await refusal(give(omar, dana, { startsOn: day(5) }))).toEqual({
        status: 400,
        fields: { userId: through },
      })
    })

    it('expired delegations, and those of people who left, don’t count as delegating back', async () => {
      const [omar, dana, jonas] = [await add('Omar Haddad'), await add('Dana Fox'), await add('Jonas Berg')]
      await give(dana, omar, { endsOn: day(-1) })
      expect((await give(omar, dana)).status).toBe(200)
      await give(jonas, omar)
      await give(dana, jonas)
      await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', jonas.userId)
      expect((await give(omar, dana, { note: 'Still' })).status).toBe(200)
    })

    it('only one of two people who delegate to each other at once succeeds', async () => {
      for (let round = 0; round < 5; round++) {
        const [omar, dana] = [await add('Omar Haddad'), await add('Dana Fox')]
        const codes = (await Promise.all([give(omar, dana), give(dana, omar)])).map(codeOf)
        expect(codes.filter((code) => code === 'OK')).toHaveLength(1)
        expect(codes.some((code) => code === 'INVALID' || code === 'CONFLICT')).toBe(true)
      }
    })
  })

  describe('delegates set by an admin', () => {
    it('an admin sets, lists and removes delegates of any member', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      const made = await admin.post(of(omar), { delegateUserId: jonas.userId, note: 'Ill', endsOn: day(7) })
      expect(made.body).toMatchObject({ user: { id: jonas.userId }, note: 'Ill', endsOn: day(7), isInForce: true })
      expect((await admin.get(of(omar))).body).toEqual({ delegates: [made.body], actsFor: [] })
      expect((await as(omar).get(OWN)).body.delegates).toEqual([made.body])
      expect((await admin.get(of(jonas))).body.actsFor).toMatchObject([{ user: { id: omar.userId } }])
      expect((await remove(admin, `${of(omar)}/${jonas.userId}`)).status).toBe(204)
      expect((await admin.get(of(omar))).body.delegates).toEqual([])
      expect((await remove(admin, `${of(omar)}/${jonas.userId}`)).status).toBe(404)
    })

    it('the same rules apply to an admin, and the messages name the members', async () => {
      const [omar, dana, left] = [await add('Omar Haddad'), await add('Dana Fox'), await add('Lea Left', true)]
      await give(dana, omar)
      const told = async (member: TestPerson, delegate: TestPerson) => {
        const answer = await admin.post(of(member), { delegateUserId: delegate.userId, note: '' })
        return fieldsOf(answer).delegateUserId ?? answer.body.message
      }
      expect(await told(omar, dana)).toBe('Dana Fox delegates to Omar Haddad during that time')
      expect(await told(omar, omar)).toBe('Members can’t delegate to themselves')
      expect(await told(omar, left)).toBe('Lea Left is disabled and can’t act for Omar Haddad')
      expect(await told(left, omar)).toBe('Lea Left is disabled, so no one can act for them.')
    })

    it('other members can’t see or change them', async () => {
      const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
      await give(omar, jonas)
      const body = { delegateUserId: jonas.userId, note: '' }
      for (const client of [as(omar), as(jonas)]) {
        expect(codeOf(await client.get(of(omar)))).toBe('FORBIDDEN')
        expect(codeOf(await client.post(of(omar), body))).toBe('FORBIDDEN')
        expect(codeOf(await remove(client, `${of(omar)}/${jonas.userId}`))).toBe('FORBIDDEN')
      }
    })
  })

  it('delegates of another company look as if they didn’t exist', async () => {
    const omar = await add('Omar Haddad')
    const other = await makeCompany()
    const stranger = await other.addPerson()
    const otherAdmin = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await give(omar, stranger)).status).toBe(404)
    expect((await remove(as(omar), `${OWN}/${stranger.userId}`)).status).toBe(404)
    expect((await admin.post(of(omar), { delegateUserId: stranger.userId, note: '' })).status).toBe(404)
    expect((await admin.post(of(stranger), { delegateUserId: omar.userId, note: '' })).status).toBe(404)
    expect((await otherAdmin.get(of(omar))).status).toBe(404)
    expect((await otherAdmin.post(of(omar), { delegateUserId: stranger.userId, note: '' })).status).toBe(404)
    expect((await remove(otherAdmin, `${of(omar)}/${stranger.userId}`)).status).toBe(404)
    expect(
      await rows('SELECT 1 FROM delegate_approvers WHERE user_id IN (?, ?)', omar.userId, stranger.userId),
    ).toEqual([])
  })

  it('someone acting on behalf of a member can’t change their delegates', async () => {
    const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
    await give(omar, jonas)
    const second = await company.addPerson({ name: 'Second Admin', flags: ['hasAdminAccess'] })
    const asOmar = await signIn(company, omar, adminPerson.userId, 'On leave')
    const asSecond = await signIn(company, second, adminPerson.userId, 'On leave')
    const answers = [
      await asOmar.post(OWN, { userId: adminPerson.userId, note: '' }),
      await remove(asOmar, `${OWN}/${jonas.userId}`),
      await asSecond.post(of(omar), { delegateUserId: adminPerson.userId, note: '' }),
      await remove(asSecond, `${of(omar)}/${jonas.userId}`),
    ]
    for (const { status, body } of answers) {
      expect({ status, reason: body.reason }).toEqual({ status: 403, reason: 'IMPERSONATING' })
      expect(body.message).toMatch(/^Only (Omar Haddad|Second Admin) can do this\. You can't do it on their behalf\.$/)
    }
    expect((await asOmar.get(OWN)).body.delegates).toMatchObject([{ user: { id: jonas.userId } }])
  })

  it('delegates appear in the member’s history, for admins only', async () => {
    const [omar, jonas] = [await add('Omar Haddad'), await add('Jonas Berg')]
    await give(omar, jonas, { note: 'Leave', startsOn: '2030-05-01' })
    await give(omar, jonas, { note: 'Leave', startsOn: '2030-05-01' })
    await admin.post(of(omar), {
      delegateUserId: jonas.userId,
      note: 'Leave',
      startsOn: '2030-05-01',
      endsOn: '2030-06-01',
    })
    await remove(as(omar), `${OWN}/${jonas.userId}`)
    const { edges } = (await historyOf(omar)).body
    const told = edges.map(({ node }: { node: { action: string; message: string; user: { id: string } } }) => [
      node.action,
      node.message,
      node.user.id,
    ])
    expect(told).toEqual([
      ['member.delegate-removed', 'Jonas Berg is no longer a delegate approver of Omar Haddad', omar.userId],
      [
        'member.delegate-changed',
        'Changed the terms of Jonas Berg, delegate approver of Omar Haddad, from May 1, 2030 until Jun 1, 2030',
        adminPerson.userId,
      ],
      ['member.delegate-added', 'Made Jonas Berg a delegate approver of Omar Haddad, from May 1, 2030', omar.userId],
    ])
    expect(edges[1].node.changeData).toEqual({
      delegateUserId: jonas.userId,
      before: { note: 'Leave', startsOn: '2030-05-01', endsOn: null, categoryIds: null, maxAmount: null },
      after: {
        ...{ note: 'Leave', startsOn: '2030-05-01', endsOn: '2030-06-01' },
        ...{ categoryIds: null, maxAmount: null },
      },
    })
    expect((await historyOf(omar, as(jonas))).status).toBe(404)
  })
})
