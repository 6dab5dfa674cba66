// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { Route as Locations } from '../../../../web/routes/_staff/settings/locations.tsx'
import { Route as Departments } from '../../../../web/routes/_staff/settings/manage-departments/index.tsx'
import { Route as Entities } from '../../../../web/routes/_staff/settings/manage-entities.tsx'
import { beginPages, openPage, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, choose, click, entered, fill, find, press, says, until } from '../../../support/web/screen.ts'
import { invalid, page, Refusal, stale } from '../../../support/web/server.ts'

/** Names that are saved together, and units that people are in, with a server that keeps them. */

beginPages()

interface Named {
  id?: string
  name: string
  version?: number | null
}

describe('departments', () => {
  it('several are renamed together, and someone else’s save is shown beside one’s own text', async () => {
    let units = ['Legal', 'IT'].map((name) => ({
      ...{ id: name.toLowerCase(), name, version: 1, memberCount: 0, l12m: null, erpDepartmentMappings: [] },
    }))
    serverOf()
      .on(endpoints.listDepartments, () => page(units))
      .on(endpoints.renameDepartments, ({ body }) => {
        const { departments } = body as { departments: Named[] }
        const taken = departments.findIndex(({ name }) => name === 'Marketing')
        if (taken >= 0) return invalid({ [`departments.${taken}.name`]: 'Another department has this name' })
        if (departments.some(({ id, version }) => units.find((unit) => unit.id === id)?.version !== version))
          return stale()
        units = units.map((unit) => ({
          ...unit,
          name: departments.find(({ id }) => id === unit.id)?.name ?? unit.name,
        }))
        return units.map(({ id, name, version }) => ({ id, name, version }))
      })
    await openPage(Departments, '/settings/manage-departments', '/settings/manage-departments')
    await click('button', 'More actions')
    await click('menuitem', 'Rename several')
    await fill('Name of Legal', 'Legal and risk')
    await fill('Name of IT', 'Marketing')
    await click('button', 'Save 2 names')
    await says('Another department has this name')
    await fill('Name of IT', 'Information technology')
    units = units.map((unit) => (unit.id === 'legal' ? { ...unit, name: 'Law', version: 2 } : unit))
    await click('button', 'Save 2 names')
    await says('Someone renamed it to “Law”.')
    expect(entered('Name of Law')).toBe('Legal and risk')
    await click('button', 'Save 2 names')
    await find('row', /^Legal and risk/)
    await find('row', /^Information technology/)
    expect(units.map(({ name }) => name)).toEqual(['Legal and risk', 'Information technology'])
  })
})

describe('entities', () => {
  it('they are one list that is renamed, extended and saved together, and one is deleted after confirming', async () => {
    let entities = [{ id: 'bv', name: 'Brightwater Robotics B.V.', version: 1 }]
    serverOf()
      .on(endpoints.listEntities, () => entities)
      .on(endpoints.saveEntities, ({ body }) => {
        entities = (body as Named[]).map(({ id = 'new', name, version }) => ({ id, name, version: (version ?? 0) + 1 }))
        return entities
      })
      .on(endpoints.deleteEntity, ({ params: { id = '' } }) => {
        entities = entities.filter((each) => each.id !== id)
        return { id }
      })
    await openPage(Entities, '/settings/manage-entities')
    await fill('Name of Brightwater Robotics B.V.', 'Brightwater Netherlands B.V.')
    ;(await find('button', 'Add entity')).focus()
    await press('Enter')
    await fill('Name of new entity', 'Brightwater Robotics GmbH')
    await press('Enter')
    await until('the message', () => toastsOf().successes().includes('2 names saved'))
    expect(serverOf().changes[0]?.body).toEqual([
      { id: 'bv', name: 'Brightwater Netherlands B.V.', version: 1 },
      { name: 'Brightwater Robotics GmbH' },
    ])
    await click('button', 'Actions of Brightwater Robotics GmbH')
    await click('menuitem', 'Delete')
    await click('button', 'Delete entity')
    await until('it is gone', () => all('textbox', 'Name of Brightwater Robotics GmbH').length === 0)
    expect(entered('Name of Brightwater Netherlands B.V.')).toBe('Brightwater Netherlands B.V.')
  })
})

describe('locations', () => {
  it('one with people can be merged, which moves them, but not deleted', async () => {
    let units = [
      { name: 'Boston', memberCount: 3 },
      { name: 'Lisbon', memberCount: 1 },
    ].map((unit) => ({
      ...{ ...unit, id: unit.name.toLowerCase(), version: 1 },
      ...{ erpLocations: [], planLocations: [], hrLocations: [] },
    }))
    const details = [
      { kind: 'MEMBER', text: 'Ada Pereira and 2 more have it as their location', href: '/settings/members' },
    ]
    serverOf()
      .on(endpoints.locationEndpoints.list, () => page(units))
      .on(
        endpoints.locationEndpoints.remove,
        () => new Refusal(422, 'RULE_BROKEN', 'It is in use.', { reason: 'IN_USE', details }),
      )
      .on(endpoints.locationEndpoints.merge, ({ params: { id = '' } }) => {
        units = units.filter((unit) => unit.id !== id).map((unit) => ({ ...unit, memberCount: 4 }))
        return { id }
      })
    await openPage(Locations, '/settings/locations')
    await find('row', /^Boston3/)
    await click('button', 'Actions of Boston')
    await click('menuitem', 'Delete')
    await click('button', 'Delete location')
    const refused = await find('dialog', 'Boston is in use')
    await says('and 2 more have it as their location', refused)
    await click('button', 'Merge into another', refused)
    await choose('Merge into', 'Lisbon', 'Lisb')
    await click('button', 'Merge location')
    await find('row', /^Lisbon4/)
    expect(serverOf().changes.at(-1)).toMatchObject({ params: { id: 'boston' }, body: { intoId: 'lisbon' } })
  })
})
