// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { listAuditLogs } from '../../../../schema/platform/audit/endpoints.ts'
import { listSpendCategories, spendCategoryEndpoints } from '../../../../schema/platform/organisation/endpoints.ts'
import type { SpendCategory } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { Route } from '../../../../web/routes/_staff/settings/spend-categories.tsx'
import { beginPages, openPage, serverOf, toastsOf } from '../../../support/web/page.tsx'
import { all, choose, click, entered, fill, find, press, says, until } from '../../../support/web/screen.ts'
import { invalid, page, stale } from '../../../support/web/server.ts'

/** Settings › Spend categories, with a server that keeps them. */

beginPages()

let categories: SpendCategory[]
const category = (id: string, name: string): SpendCategory => ({
  ...{ id, name, version: 1, type: 'OPEX', isEnabledForSpendRequests: true },
  ...{ erpExpenseAccountMappings: [], planExpenseCategories: [], spendRuleSets: [] },
})

beforeEach(() => {
  categories = [category('hw', 'Hardware'), category('rigs', 'Test rigs')]
  serverOf()
    .on(spendCategoryEndpoints.list, ({ query }) =>
      page(categories.filter(({ name }) => name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()))),
    )
    .on(listSpendCategories, () => categories)
    .on(spendCategoryEndpoints.create, ({ body }) => {
      const { name } = body as { name: string }
      if (name.toLowerCase() === 'hardware') return invalid({ name: 'Another spend category has this name' })
      categories = [...categories, category('new', name)]
      return { id: 'new' }
    })
    .on(spendCategoryEndpoints.update, ({ params, body }) => {
      const found = categories.find(({ id }) => id === params.id)
      const { version, ...values } = body as Partial<SpendCategory>
      if (!found || version !== found.version) return stale()
      const next = { ...found, ...values, version: found.version + 1 }
      categories = categories.map((each) => (each === found ? next : each))
      return { id: next.id, name: next.name, version: next.version }
    })
    .on(spendCategoryEndpoints.merge, ({ params }) => {
      categories = categories.filter(({ id }) => id !== params.id)
      return { id: params.id ?? '' }
    })
})

const open = () => openPage(Route, '/settings/spend-categories')
const rename = async (name: string, to: string) => {
  await click('button', `Actions of ${name}`)
  await click('menuitem', 'Edit')
  await fill('Name', to)
}

describe('spend categories', () => {
  it('one is created with the keyboard, and a name that is taken is said beside the field and stays there', async () => {
    await open()
    ;(await find('button', 'New spend category')).focus()
    await press('Enter')
    await find('dialog', 'New spend category')
    await fill('Name', 'hardware')
    await press('Enter')
    await says('Another spend category has this name')
    expect(entered('Name')).toBe('hardware')
    await fill('Name', 'Test benches')
    await press('Enter')
    await find('row', /^Test benches/)
    expect(all('dialog')).toEqual([])
    expect(toastsOf().successes()).toEqual(['Test benches created'])
  })

  it('it is hidden from spend requests with the keyboard, which says so', async () => {
    await open()
    const offered = await find<HTMLInputElement>('switch', 'Test rigs offered in spend requests')
    offered.focus()
    await press(' ')
    await until('the message', () => toastsOf().successes().includes('Test rigs: offered in spend requests off'))
    expect(serverOf().changes.map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 'rigs' }, body: { version: 1, isEnabledForSpendRequests: false } },
    ])
    await until('it is off', () => !all<HTMLInputElement>('switch', 'Test rigs offered in spend requests')[0]?.checked)
  })

  it('its history is in its menu', async () => {
    serverOf().on(listAuditLogs, ({ query }) =>
      page([
        {
          ...{ id: 'log', action: 'update', message: `Changed ${query.get('targetType')} ${query.get('targetId')}` },
          ...{ changeData: {}, user: null, impersonator: null, apiKey: null, createdAt: '2026-11-24T10:00:00.000Z' },
        },
      ]),
    )
    await open()
    await click('button', 'Actions of Test rigs')
    await click('menuitem', 'History')
    await says('Changed SPEND_CATEGORY rigs', await find('dialog', 'History'))
  })

  it('the slower of two people keeps what they entered, and sees what the other saved before they replace it', async () => {
    await open()
    await rename('Test rigs', 'Rigs of the twin')
    categories = categories.map((each) => (each.id === 'rigs' ? { ...each, name: 'Test benches', version: 2 } : each))
    await press('Enter')
    await says('Someone renamed this spend category to “Test benches” in the meantime.')
    expect(entered('Name')).toBe('Rigs of the twin')
    await click('button', 'Save mine')
    await find('row', /^Rigs of the twin/)
  })

  it('one is merged into another, which has to be chosen', async () => {
    await open()
    await click('button', 'Actions of Test rigs')
    await click('menuitem', 'Merge into another')
    await click('button', 'Merge spend category')
    await says('Required')
    expect(serverOf().changes).toEqual([])
    await choose('Merge into', 'Hardware', 'Hardw')
    await click('button', 'Merge spend category')
    await until('it is gone', () => all('row', /^Test rigs/).length === 0)
    expect(serverOf().changes.map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 'rigs' }, body: { intoId: 'hw' } },
    ])
    expect(toastsOf().successes()).toEqual(['Test rigs merged'])
  })
})
