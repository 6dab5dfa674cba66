// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { listAuditLogs } from '../../../../schema/platform/audit/endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import type { UnitMember } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { Route as BusinessUnit } from '../../../../web/routes/_staff/settings/manage-business-units/$businessUnitId.tsx'
import { Route as Department } from '../../../../web/routes/_staff/settings/manage-departments/$departmentId.tsx'
import { Route as Group } from '../../../../web/routes/_staff/settings/manage-groups/$groupId.tsx'
import { Route as Groups } from '../../../../web/routes/_staff/settings/manage-groups/index.tsx'
import { beginPages, openPage, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, choose, click, entered, fill, find, press, says, until } from '../../../support/web/screen.ts'
import { invalid, page, Refusal, stale } from '../../../support/web/server.ts'

/** Settings › Groups, Departments and Business units, with a server that keeps them. */

beginPages()

let groups: { id: string; name: string; version: number; memberCount: number }[]
let members: UnitMember[]
const member = (id: string, firstName: string, lastName: string, approvesRequests = false): UnitMember => ({
  ...{ id, firstName, lastName, email: `${id}@brightwater.example`, disabled: false, approvesRequests },
})

beforeEach(() => {
  groups = [
    { id: 'finance', name: 'Finance', version: 1, memberCount: 2 },
    { id: 'board', name: 'Data board', version: 1, memberCount: 0 },
  ]
  members = []
  const read = ({ params }: { params: Record<string, string> }) => {
    const found = groups.find(({ id }) => id === params.groupId)
    if (!found) return new Refusal(404, 'NOT_FOUND', 'Not found')
    return { ...found, memberCount: members.length, companyMemberships: members, membersCursor: null }
  }
  serverOf()
    .on(endpoints.listGroups, () => page(groups))
    .on(endpoints.getGroup, read)
    .on(listAuditLogs, () => page([]))
    .on(endpoints.createGroup, ({ body }) => {
      const { name } = body as { name: string }
      if (name.toLowerCase() === 'finance') return invalid({ name: 'Another group has this name' })
      groups = [...groups, { id: 'new', name, version: 1, memberCount: 0 }]
      return { id: 'new' }
    })
    .on(endpoints.renameGroup, ({ params, body }) => {
      const { name, version } = body as { name: string; version: number }
      const found = groups.find(({ id }) => id === params.groupId)
      if (!found || found.version !== version) return stale()
      groups = groups.map((each) => (each === found ? { ...each, name, version: version + 1 } : each))
      return { id: found.id, name, version: version + 1 }
    })
    .on(endpoints.deleteGroup, ({ params: { groupId = '' } }) => {
      if (groupId === 'finance') {
        const details = [
          { kind: 'WORKFLOW', text: 'The rule “Finance” of a workflow names it', href: '/settings/rule' },
        ]
        return new Refusal(422, 'RULE_BROKEN', 'It is in use.', { reason: 'IN_USE', details })
      }
      groups = groups.filter(({ id }) => id !== groupId)
      return { id: groupId }
    })
    .on(endpoints.addGroupMembers, ({ params: { groupId = '' }, body }) => {
      members = (body as { userIds: string[] }).userIds.map((id) => member(id, id === 'priya' ? 'Priya' : 'Dana', 'X'))
      return { id: groupId }
    })
    .on(endpoints.removeGroupMember, ({ params: { groupId = '', userId } }) => {
      members = members.filter(({ id }) => id !== userId)
      return { id: groupId }
    })
    .on(selectOptions.member, () => {
      const people = [
        { value: 'priya', label: 'Priya X' },
        { value: 'dana', label: 'Dana X' },
      ]
      return { ...page([]), edges: people.map((node) => ({ cursor: node.value, node })) }
    })
})

const openGroup = (id = 'board') => openPage(Group, '/settings/manage-groups/$groupId', `/settings/manage-groups/${id}`)
const menuOfPage = async (item: string) => {
  await click('button', 'More actions')
  await click('menuitem', item)
}

describe('groups', () => {
  it('one is created with a unique name, and its page opens', async () => {
    const router = await openPage(Groups, '/settings/manage-groups', '/settings/manage-groups')
    await click('button', 'New group')
    await fill('Name', 'finance')
    await press('Enter')
    await says('Another group has this name')
    await fill('Name', 'Data council')
    await press('Enter')
    await until('its page', () => router.state.location.pathname === '/settings/manage-groups/new')
    expect(toastsOf().successes()).toEqual(['Data council created'])
  })

  it('people are added to one and removed from it after confirming', async () => {
    await openGroup()
    await says('No members yet')
    await click('button', 'Add people')
    const dialog = await find('dialog', 'Add people to Data board')
    await click('button', 'Add people', dialog)
    await says('Choose at least one person')
    await choose('People', 'Priya X', 'Pri')
    await choose('People', 'Dana X', 'Dan')
    await click('button', 'Add people', dialog)
    await says('2 members')
    await click('button', 'Remove Dana X')
    await click('button', 'Remove person')
    await says('1 member')
    expect(serverOf().changes.map(({ id, params, body }) => ({ id, params, body }))).toEqual([
      {
        ...{ id: 'organisation.add-group-members', params: { groupId: 'board' } },
        body: { userIds: ['priya', 'dana'] },
      },
      { id: 'organisation.remove-group-member', params: { groupId: 'board', userId: 'dana' }, body: undefined },
    ])
    expect(all('button', 'Remove Priya X').length).toBe(1)
  })

  it('the slower of two people renaming it keeps what they typed, and can save it over the other name', async () => {
    await openGroup()
    await menuOfPage('Rename')
    await fill('Name', 'Privacy board')
    groups = groups.map((each) => (each.id === 'board' ? { ...each, name: 'Data council', version: 2 } : each))
    await press('Enter')
    await says('Someone renamed this group to “Data council” in the meantime.')
    expect(entered('Name')).toBe('Privacy board')
    await click('button', 'Save mine')
    await find('heading', 'Privacy board')
    expect(groups.find(({ id }) => id === 'board')).toMatchObject({ name: 'Privacy board', version: 3 })
  })

  it('what someone deleted meanwhile is said, and the text stays to be copied', async () => {
    await openGroup()
    await menuOfPage('Rename')
    await fill('Name', 'Privacy board')
    groups = groups.filter(({ id }) => id !== 'board')
    await press('Enter')
    await says('Someone deleted this group in the meantime.')
    expect(entered('Name')).toBe('Privacy board')
  })

  it('one that a workflow names can’t be deleted and says where it is used', async () => {
    await openPage(Groups, '/settings/manage-groups', '/settings/manage-groups')
    await click('button', 'Actions of Finance')
    await click('menuitem', 'Delete')
    await click('button', 'Delete group')
    const dialog = await find('dialog', 'Finance is in use')
    const use = await find<HTMLAnchorElement>('link', 'The rule “Finance” of a workflow names it', dialog)
    expect(use.getAttribute('href')).toBe('/settings/rule')
    expect(groups.map(({ name }) => name)).toEqual(['Finance', 'Data board'])
  })

  it('one that nothing uses is deleted after confirming, and its page is left for the list', async () => {
    const router = await openGroup()
    await menuOfPage('Delete')
    await click('button', 'Delete group')
    await until('the list', () => router.state.location.pathname === '/settings/manage-groups')
    expect(groups.map(({ name }) => name)).toEqual(['Finance'])
  })
})

describe('people who approve the requests of a unit', () => {
  const unit = { id: 'it', name: 'IT', version: 1, l12m: null }
  const sent = () => serverOf().changes.map(({ id, params, body }) => ({ id, params, body }))
  const turnOn = async () => {
    expect((await find<HTMLInputElement>('switch', 'Omar X approves requests')).checked).toBe(true)
    ;(await find('switch', 'Jonas X approves requests')).focus()
    await press(' ')
    await until('the message', () => toastsOf().successes().includes('Jonas X approves requests'))
    // A unit without spend shows no amount.
    expect(document.body.textContent).not.toContain('$0.00')
  }
  beforeEach(() => {
    members = [member('omar', 'Omar', 'X', true), member('jonas', 'Jonas', 'X')]
  })

  it('a department shows them, and gets another with the keyboard', async () => {
    const departments = { ...unit, memberCount: 2, erpDepartmentMappings: [], membersCursor: null }
    serverOf()
      .on(endpoints.getDepartment, () => ({ ...departments, companyMemberships: members }))
      .on(endpoints.addDepartmentMembers, () => ({ id: 'it' }))
    await openPage(Department, '/settings/manage-departments/$departmentId', '/settings/manage-departments/it')
    await turnOn()
    expect(sent()).toEqual([
      {
        ...{ id: 'organisation.add-department-members', params: { departmentId: 'it' } },
        body: { userIds: ['jonas'], approvesRequests: true },
      },
    ])
  })

  it('a business unit does the same', async () => {
    const units = { ...unit, memberCount: 2, erpClassifications: [], membersCursor: null }
    serverOf()
      .on(endpoints.getBusinessUnit, () => ({ ...units, companyMemberships: members }))
      .on(endpoints.addBusinessUnitMembers, () => ({ id: 'it' }))
    await openPage(
      BusinessUnit,
      '/settings/manage-business-units/$businessUnitId',
      '/settings/manage-business-units/it',
    )
    await turnOn()
    expect(sent()).toEqual([
      {
        ...{ id: 'organisation.add-business-unit-members', params: { businessUnitId: 'it' } },
        body: { userIds: ['jonas'], approvesRequests: true },
      },
    ])
  })
})
