// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Delegation } from '../../../../schema/approvals/delegates/endpoints.ts'
import * as endpoints from '../../../../schema/approvals/delegates/endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import { Route } from '../../../../web/routes/_staff/user/settings/delegate-approvers.tsx'
import { beginPages, openPage, type Someone, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, choose, click, entered, fill, find, press, says, until } from '../../../support/web/screen.ts'

/** One's own delegates, with a server that keeps them. */

beginPages()

const PATH = '/user/settings/delegate-approvers'
const PEOPLE = [
  { value: 'maya', label: 'Maya Lindqvist' },
  { value: 'jonas', label: 'Jonas Berg' },
]
const personOf = (id: string) => {
  const [firstName = '', lastName = ''] = (PEOPLE.find(({ value }) => value === id)?.label ?? 'Some One').split(' ')
  return { id, firstName, lastName, email: `${id}@brightwater.example` }
}
const given: Delegation = {
  ...{ user: personOf('jonas'), note: 'Parental leave', startsOn: '2020-02-02', endsOn: '2090-01-31' },
  ...{ categories: [{ id: 'sw', name: 'Software' }], maxAmount: { value: 25_000_000, currency: 'USD' } },
  ...{ state: 'IN_FORCE', isInForce: true, createdAt: '2026-11-02T09:00:00.000Z' },
}

let delegates: Delegation[]
let actsFor: Delegation[]
beforeEach(() => {
  delegates = []
  actsFor = []
  const options = (list: { value: string; label: string }[], search: string) => ({
    edges: list
      .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
      .map((node) => ({ cursor: node.value, node })),
    pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  })
  serverOf()
    .on(endpoints.listOwnDelegates, () => ({ delegates, actsFor }))
    .on(endpoints.setOwnDelegate, ({ body }) => {
      const { userId, note = '', startsOn = null, endsOn = null } = body as { userId: string } & Partial<Delegation>
      const made = { ...given, user: personOf(userId), note, startsOn, endsOn }
      delegates = [made]
      return made
    })
    .on(endpoints.removeOwnDelegate, ({ params }) => {
      delegates = delegates.filter(({ user }) => user.id !== params.userId)
      return null
    })
    .on(selectOptions.member, ({ query }) => options(PEOPLE, query.get('search') ?? ''))
    .on(selectOptions['request-category'], () => options([{ value: 'sw', label: 'Software' }], ''))
    .on(selectOptions['spend-category'], () => options([{ value: 'spend-sw', label: 'Software' }], ''))
})

const open = (who: Someone = {}, more = '') => openPage(Route, PATH, `${PATH}${more}`, who)
const bodies = () => serverOf().changes.map(({ body }) => body)

describe('one’s own delegates', () => {
  it('the page says what a delegate can and can’t do while there is none', async () => {
    await open()
    await says('No delegates yet')
    await says('can’t approve their own requests')
  })

  it('a delegate is added, with what is missing or wrong beside each field', async () => {
    await open()
    await click('button', 'Add delegate')
    const dialog = await find('dialog', 'Add delegate')
    await click('button', 'Add delegate', dialog)
    await says('Required', dialog)
    // No one delegates to themselves.
    await click('combobox', 'Delegate')
    await fill('Delegate', 'Maya')
    await says('No results')
    await fill('Delegate', 'Jonas')
    await click('option', 'Jonas Berg')
    await fill('From', '2020-02-02')
    await fill('Until', '2020-02-01')
    await fill('Only up to', '250000')
    await choose('Only in these categories', 'Software (requests)', 'Software')
    await fill('Note', 'Parental leave')
    await click('button', 'Add delegate', dialog)
    await says('The last day cannot be before the first day', dialog)
    expect(bodies()).toEqual([])
    await fill('Until', '2090-01-31')
    await click('button', 'Add delegate', dialog)
    await find('row', /Jonas Berg.*Parental leave.*Software.*up to \$250,000.*Feb 2, 2020.*Jan 31, 2090.*Active/)
    expect(bodies()).toEqual([
      {
        ...{ userId: 'jonas', note: 'Parental leave', startsOn: '2020-02-02', endsOn: '2090-01-31' },
        ...{ categoryIds: ['sw'], maxAmount: { value: 25_000_000, currency: 'USD' } },
      },
    ])
    expect(toastsOf().successes()).toEqual(['Jonas Berg added as your delegate'])
  })

  it('the note is changed with the keyboard alone, and everything else stays', async () => {
    delegates = [given]
    await open()
    ;(await find('row', /Jonas Berg/)).focus()
    await press('Enter')
    await find('dialog', 'Edit delegate')
    expect(entered('Note')).toBe('Parental leave')
    await fill('Note', 'Leave until spring')
    ;(await find('button', 'Save delegate')).focus()
    await press('Enter')
    await find('row', /Jonas Berg.*Leave until spring/)
    const { user, note: _, categories, state: __, isInForce: ___, createdAt: ____, ...terms } = given
    const categoryIds = categories?.map(({ id }) => id)
    expect(bodies()).toEqual([{ ...terms, userId: user.id, categoryIds, note: 'Leave until spring' }])
    expect(toastsOf().successes()).toEqual(['Delegate saved'])
  })

  it('the delegate is removed after confirming, and not before', async () => {
    delegates = [given]
    await open()
    for (const agreed of [false, true]) {
      await click('button', 'Actions of Jonas Berg')
      await click('menuitem', 'Remove')
      const dialog = await find('dialog', 'Remove Jonas Berg?')
      await click('button', agreed ? 'Remove delegate' : 'Cancel', dialog)
      await until('the dialog is gone', () => all('dialog').length === 0)
      if (!agreed) expect(serverOf().changes).toEqual([])
    }
    await says('No delegates yet')
    expect(serverOf().changes.map(({ params }) => params)).toEqual([{ userId: 'jonas' }])
    expect(toastsOf().successes()).toEqual(['Jonas Berg is no longer your delegate'])
  })

  it('people see who they act for', async () => {
    actsFor = [{ ...given, user: { ...personOf('omar'), firstName: 'Omar', lastName: 'Haddad' } }]
    await open()
    const part = await find('region', 'Acting for')
    await find('row', /Omar Haddad.*Parental leave/, part)
  })

  it('who views as someone sees their delegates, and changes nothing', async () => {
    delegates = [given]
    await open({ session: { impersonatorId: 'admin' } }, '?dialog=new')
    await find('row', /Jonas Berg/)
    expect([all('button', 'Add delegate'), all('button', /^Actions of/), all('dialog')]).toEqual([[], [], []])
  })
})
