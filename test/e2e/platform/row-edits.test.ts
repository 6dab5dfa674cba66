import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Fields that are changed in the rows of a list, by keyboard alone. */
const MAYA = 'maya@brightwater.example'
const WAREHOUSE = 'Data warehouse'
const SERVICES = '/services?columns=name,owners,category,autorenews'

describe('editing in the row', () => {
  let stage: Stage
  let maya: Page
  let api: Api
  staged('row-edits', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    api = await Api.signIn(stage.host, MAYA)
  })

  const pencil = (page: Page, field: string, name: string) =>
    page.getByRole('button', { name: `Edit ${field} of ${name}`, exact: true })
  const editor = (page: Page, field: string, name: string) =>
    page.getByRole('dialog', { name: `Edit ${field} of ${name}`, exact: true })
  const inFocus = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const service = async (name: string) => {
    const { body } = await api.get(`/api/services?search=${encodeURIComponent(name)}`)
    return body.edges[0].node
  }
  const faults = (name: string) =>
    stage.accessibilityFaults(maya).then((found) => found.map((each) => `${name}: ${each}`))

  it('a choice is saved with the keyboard alone, and the pencil has the focus again', async () => {
    await maya.goto(SERVICES)
    await maya.getByRole('link', { name: WAREHOUSE }).waitFor()
    const before = await service(WAREHOUSE)
    await pencil(maya, 'renews', WAREHOUSE).focus()
    await maya.keyboard.press('Enter')
    await editor(maya, 'Renews', WAREHOUSE).waitFor()
    await maya.getByRole('option', { name: 'Manual' }).waitFor()
    expect(await faults('choice')).toEqual([])
    await stage.picture(maya, 'row-edits-choice')
    await maya.keyboard.press('Escape')
    await editor(maya, 'Renews', WAREHOUSE).waitFor({ state: 'detached' })
    await expect.poll(() => inFocus(maya)).toBe(`Edit renews of ${WAREHOUSE}`)
    expect((await service(WAREHOUSE)).version).toBe(before.version)
    await maya.keyboard.press('F2')
    await maya.getByRole('option', { name: 'Manual' }).waitFor()
    await maya.keyboard.press(before.autorenews ? 'ArrowDown' : 'ArrowUp')
    await maya.keyboard.press('Enter')
    await maya.getByText(`Renews of ${WAREHOUSE} saved`).waitFor()
    await editor(maya, 'Renews', WAREHOUSE).waitFor({ state: 'detached' })
    await expect.poll(() => inFocus(maya)).toBe(`Edit renews of ${WAREHOUSE}`)
    expect((await service(WAREHOUSE)).autorenews).toBe(!before.autorenews)
    await maya
      .getByRole('row', { name: new RegExp(WAREHOUSE) })
      .getByText(before.autorenews ? 'Manual' : 'Automatic')
      .waitFor()
    // Keys of rows go on.
    await maya.keyboard.press('j')
    expect(await maya.evaluate(() => document.activeElement?.tagName)).toBe('TR')
  })

  it('several are chosen and saved with Enter, and leaving the field saves too', async () => {
    const { owners } = await service(WAREHOUSE)
    const row = maya.getByRole('row', { name: new RegExp(WAREHOUSE) })
    await row.focus()
    await maya.keyboard.press('F2')
    await editor(maya, 'Owners', WAREHOUSE).waitFor()
    await maya.keyboard.type('Nora Petit')
    await maya.getByRole('option', { name: /Nora Petit/ }).waitFor()
    await maya.keyboard.press('Enter')
    await editor(maya, 'Owners', WAREHOUSE).getByText('Nora Petit').waitFor()
    expect(await faults('several')).toEqual([])
    await stage.picture(maya, 'row-edits-several')
    await maya.keyboard.press('Enter')
    await maya.getByText(`Owners of ${WAREHOUSE} saved`).waitFor()
    await editor(maya, 'Owners', WAREHOUSE).waitFor({ state: 'detached' })
    expect((await service(WAREHOUSE)).owners).toHaveLength(owners.length + 1)
    await pencil(maya, 'owners', WAREHOUSE).click()
    await editor(maya, 'Owners', WAREHOUSE).waitFor()
    await maya.keyboard.press('Backspace')
    await maya.getByRole('heading', { name: 'Services' }).click()
    await editor(maya, 'Owners', WAREHOUSE).waitFor({ state: 'detached' })
    expect((await service(WAREHOUSE)).owners).toHaveLength(owners.length)
  })

  it('what someone else changed meanwhile is shown, and is replaced only if I say so', async () => {
    const before = await service(WAREHOUSE)
    await pencil(maya, 'owners', WAREHOUSE).click()
    await maya.keyboard.type('Nora Petit')
    await maya.getByRole('option', { name: /Nora Petit/ }).waitFor()
    await maya.keyboard.press('Enter')
    // Another field: both changes are kept.
    const grace = await Api.signIn(stage.host, 'grace@brightwater.example')
    const put = (change: object) => grace.call('PUT', `/api/services/${before.id}`, change)
    expect((await put({ autorenews: !before.autorenews })).status).toBe(200)
    await maya.keyboard.press('Enter')
    await editor(maya, 'Owners', WAREHOUSE).waitFor({ state: 'detached' })
    const both = await service(WAREHOUSE)
    expect(both.autorenews).toBe(!before.autorenews)
    expect(both.owners).toHaveLength(before.owners.length + 1)
    // The same field: mine stays typed beside theirs.
    await pencil(maya, 'owners', WAREHOUSE).click()
    await editor(maya, 'Owners', WAREHOUSE).getByText('Nora Petit').waitFor()
    await maya.keyboard.press('Backspace')
    expect((await put({ ownerIds: ['demo-omar'] })).status).toBe(200)
    await maya.keyboard.press('Enter')
    const alert = editor(maya, 'Owners', WAREHOUSE).getByRole('alert')
    await alert.getByText('It now says: Omar Haddad').waitFor()
    expect(await faults('met')).toEqual([])
    await stage.picture(maya, 'row-edits-met')
    expect((await service(WAREHOUSE)).owners.map(({ id }: { id: string }) => id)).toEqual(['demo-omar'])
    await editor(maya, 'Owners', WAREHOUSE).getByRole('button', { name: 'Save mine' }).press('Enter')
    await editor(maya, 'Owners', WAREHOUSE).waitFor({ state: 'detached' })
    expect((await service(WAREHOUSE)).owners).toEqual(before.owners)
  })

  it('only people who may change a row have pencils, and cards of a phone have none', async () => {
    const omar = await stage.signIn('omar@brightwater.example')
    await omar.goto(SERVICES)
    await omar.getByRole('link', { name: WAREHOUSE }).waitFor()
    const { body } = await (await Api.signIn(stage.host, 'omar@brightwater.example')).get('/api/services')
    const rows: { name: string; canEdit: boolean }[] = body.edges.map(({ node }: { node: object }) => node)
    expect(new Set(rows.map(({ canEdit }) => canEdit)).size).toBe(2)
    for (const { name, canEdit } of rows) expect(await pencil(omar, 'owners', name).count()).toBe(canEdit ? 1 : 0)
    await omar.close()
    await pencil(maya, 'owners', WAREHOUSE).waitFor()
    await maya.setViewportSize(NARROW)
    await pencil(maya, 'owners', WAREHOUSE).waitFor({ state: 'detached' })
    await stage.picture(maya, 'row-edits-narrow')
    await maya.setViewportSize(DESKTOP)
    await pencil(maya, 'owners', WAREHOUSE).waitFor()
  })

  it('vendors: what is refused stays typed, with the reason beside it', async () => {
    await maya.goto('/vendors?columns=name,owners,paymentMethod,website')
    await pencil(maya, 'website', 'Acme Cloud').focus()
    await maya.keyboard.press('Enter')
    const field = editor(maya, 'Website', 'Acme Cloud').getByRole('textbox', { name: 'Website of Acme Cloud' })
    await field.waitFor()
    await expect.poll(() => inFocus(maya)).toBe('Website of Acme Cloud')
    await maya.keyboard.type('not an address')
    await maya.keyboard.press('Enter')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.inputValue()).toBe('not an address')
    expect(await faults('refused')).toEqual([])
    await stage.picture(maya, 'row-edits-refused')
    await field.fill('acme.example')
    await maya.keyboard.press('Enter')
    await maya.getByText('Website of Acme Cloud saved').waitFor()
    await editor(maya, 'Website', 'Acme Cloud').waitFor({ state: 'detached' })
    await maya
      .getByRole('row', { name: /Acme Cloud/ })
      .getByText('acme.example')
      .waitFor()
    await pencil(maya, 'payment method', 'Acme Cloud').click()
    await maya.getByRole('option', { name: 'Check', exact: true }).click()
    await maya.getByText('Payment method of Acme Cloud saved').waitFor()
    expect(new URL(maya.url()).pathname).toBe('/vendors')
  })

  it('what is typed stays while a long list is scrolled far away and back', async () => {
    const names = Array.from({ length: 90 }, (_, i) => `Scrolled ${String(i + 1).padStart(2, '0')}`)
    for (const name of names) {
      const { status } = await api.call('POST', '/api/vendors', { name, owners: ['demo-omar'], paymentMethod: 'ACH' })
      expect(status).toBe(200)
    }
    await maya.goto('/vendors?view=all&search=Scrolled&columns=name,website')
    await pencil(maya, 'website', 'Scrolled 01').click()
    const field = editor(maya, 'Website', 'Scrolled 01').getByRole('textbox')
    await field.fill('typed.example')
    const scrollTo = (top: number) =>
      maya.evaluate((to) => {
        const box = document.querySelector('[data-virtual]')
        if (box) box.scrollTop = to
      }, top)
    await scrollTo(100_000)
    await maya.getByRole('link', { name: 'Scrolled 90' }).waitFor()
    expect(await maya.getByRole('link', { name: 'Scrolled 30' }).count()).toBe(0)
    expect(await inFocus(maya)).toBe('Website of Scrolled 01')
    await scrollTo(0)
    await maya.getByRole('link', { name: 'Scrolled 02' }).waitFor()
    expect(await field.inputValue()).toBe('typed.example')
    expect(await maya.getByRole('link', { name: 'Scrolled 01' }).count()).toBe(1)
    await maya.keyboard.press('Enter')
    await maya.getByText('Website of Scrolled 01 saved').waitFor()
    await editor(maya, 'Website', 'Scrolled 01').waitFor({ state: 'detached' })
  })

  it('members: titles and departments, for those who manage them', async () => {
    await maya.goto('/settings/members?columns=name,title,departments')
    await pencil(maya, 'title', 'Dana Fox').focus()
    await maya.keyboard.press('F2')
    await editor(maya, 'Title', 'Dana Fox').getByRole('textbox').fill('Senior accountant')
    await maya.keyboard.press('Enter')
    await maya.getByRole('row', { name: /Dana Fox.*Senior accountant/ }).waitFor()
    await editor(maya, 'Title', 'Dana Fox').waitFor({ state: 'detached' })
    await pencil(maya, 'departments', 'Dana Fox').click()
    await maya.getByRole('option', { name: 'Engineering' }).click()
    await maya.keyboard.press('Enter')
    await maya.getByText('Departments of Dana Fox saved').waitFor()
    await editor(maya, 'Departments', 'Dana Fox').waitFor({ state: 'detached' })
    await stage.picture(maya, 'row-edits-members')
    const { body } = await api.get('/api/members')
    const { node } = body.edges.find(
      (edge: { node: { email: string } }) => edge.node.email === 'dana@brightwater.example',
    )
    expect(node.title).toBe('Senior accountant')
    expect(node.departments.map(({ name }: { name: string }) => name).sort()).toEqual(['Engineering', 'Finance'])
  })

  it('the browser reports no errors', () => {
    expect(stage.complaints).toEqual([])
  })
})
