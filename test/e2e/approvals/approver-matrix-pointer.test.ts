import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The approver matrix by mouse and finger, and with many rows. */
const MAYA = 'maya@brightwater.example'
const MANY = 120

const departments = ['engineering', 'finance', 'it', 'legal', 'marketing', 'operations']
const categories = ['software', 'hardware', 'components', 'professional-services', 'events', 'office']
const people = ['maya', 'grace', 'dana', 'omar']

/** Rows that are all different. */
const logicOf = (count: number, unitId: (kind: string, slug: string) => string) => {
  const rows = Array.from({ length: count }, (_, i) => i)
  const cell = (list: string[], index: number) => list[index % list.length] ?? ''
  const condition = (conditionType: string, ordinal: number, idAt: (row: number) => string) => ({
    ...{ id: conditionType, conditionType, ordinal },
    cells: rows.map((row) => ({ ordinal: row, values: [{ id: idAt(row) }] })),
  })
  return {
    version: 1,
    rows: rows.map((row) => ({ id: `row-${row}` })),
    conditionColumns: [
      condition('DEPARTMENT', 0, (row) => unitId('departments', cell(departments, row))),
      condition('CATEGORY', 1, (row) => unitId('spend-categories', cell(categories, Math.floor(row / 6)))),
    ],
    approverColumns: [
      {
        ...{ id: 'owner', ordinal: 0, name: 'Owner' },
        cells: rows.map((row) => ({ ordinal: row, users: [{ id: `demo-${cell(people, Math.floor(row / 36))}` }] })),
      },
    ],
  }
}

describe('the approver matrix with a pointer', () => {
  let stage: Stage
  let maya: Page
  let api: Api
  let few: string
  let many: string
  staged('approver-matrix-pointer', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    api = await Api.signIn(stage.host, MAYA)
    const named = new Map<string, string>()
    for (const kind of ['departments', 'spend-categories']) {
      const { body } = await api.get(`/api/${kind}`)
      for (const { id, name } of body) named.set(`${kind} ${name.toLowerCase().replaceAll(' ', '-')}`, id)
    }
    const make = async (name: string, count: number): Promise<string> => {
      const { body } = await api.call('POST', '/api/approver-matrix', { name })
      const logic = logicOf(count, (kind, slug) => named.get(`${kind} ${slug}`) ?? '')
      const saved = await api.call('POST', `/api/approver-matrix/${body.id}/logic`, logic)
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      return `/settings/manage-approver-matrix/${body.id}`
    }
    few = await make('Few rows', 4)
    many = await make('Many rows', MANY)
  })

  const cell = (row: number, column: number): Locator => maya.locator(`[data-place="${row - 1}:${column}"]`)
  const grip = (row: number): Locator => maya.locator(`[data-row-index="${row - 1}"] button[aria-hidden]`)
  const middleOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not in sight')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height }
  }
  const departmentsInOrder = async (): Promise<string[]> => {
    const texts = []
    for (let row = 1; row <= 4; row++) texts.push((await cell(row, 1).textContent()) ?? '')
    return texts
  }

  it('a row can be dragged below another with the mouse, put back with Escape, and undone', async () => {
    await maya.goto(few)
    await cell(4, 1).waitFor()
    expect(await departmentsInOrder()).toEqual(['Engineering', 'Finance', 'IT', 'Legal'])
    const [from, to] = [await middleOf(grip(1)), await middleOf(cell(3, 1))]
    await maya.mouse.move(from.x, from.y)
    await maya.mouse.down()
    await maya.mouse.move(from.x, to.bottom - 4, { steps: 6 })
    await maya.mouse.up()
    await expect.poll(departmentsInOrder).toEqual(['Finance', 'IT', 'Engineering', 'Legal'])
    await maya.mouse.move(from.x, from.y)
    await maya.mouse.down()
    await maya.mouse.move(from.x, to.bottom - 4, { steps: 6 })
    await maya.keyboard.press('Escape')
    await maya.mouse.up()
    expect(await departmentsInOrder()).toEqual(['Finance', 'IT', 'Engineering', 'Legal'])
    await maya.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(departmentsInOrder).toEqual(['Engineering', 'Finance', 'IT', 'Legal'])
  })

  it('a finger can drag a row, also at 640 px, and a second tap on a cell edits it', async () => {
    await maya.setViewportSize(NARROW)
    const touch = await maya.context().newCDPSession(maya)
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const [from, to] = [await middleOf(grip(4)), await middleOf(cell(2, 1))]
    await finger('touchStart', { x: from.x, y: from.y })
    for (let step = 1; step <= 6; step++) {
      await finger('touchMove', { x: from.x, y: from.y + ((to.bottom - 38 - from.y) * step) / 6 })
    }
    await finger('touchEnd')
    await expect.poll(departmentsInOrder).toEqual(['Engineering', 'Legal', 'Finance', 'IT'])
    await stage.picture(maya, 'approver-matrix-touch-640')
    for (let tap = 0; tap < 2; tap++) {
      const { x, y } = await middleOf(cell(2, 1))
      await finger('touchStart', { x, y })
      await finger('touchEnd')
    }
    await maya.getByLabel('Row 2, Department', { exact: true }).waitFor()
    await maya.keyboard.press('Escape')
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await maya.setViewportSize(DESKTOP)
  })

  it('a matrix with many rows draws only the visible ones, and moving, typing and saving work in each', async () => {
    await maya.goto(many)
    await cell(1, 1).waitFor()
    const rowsDrawn = await maya.getByRole('row').count()
    expect(rowsDrawn).toBeLessThan(60)
    expect(await maya.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(MANY + 2))
    await cell(1, 1).click()
    for (let press = 0; press < 40; press++) await maya.keyboard.press('ArrowDown')
    await cell(41, 1).and(maya.locator(':focus')).waitFor()
    await maya.keyboard.press('ControlOrMeta+End')
    await cell(MANY, 3).and(maya.locator(':focus')).waitFor()
    await maya.keyboard.press('Delete')
    await maya.keyboard.type('Priya')
    await maya.getByRole('option', { name: 'Priya Raman' }).waitFor()
    await maya.keyboard.press('Tab')
    await cell(MANY, 3).getByText('Priya Raman').waitFor()
    expect(await maya.getByRole('row').count()).toBeLessThan(60)
    await maya.getByRole('button', { name: 'Save matrix' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    expect(await stage.accessibilityFaults(maya)).toEqual([])
  })

  it('dragging a row past the edge scrolls the grid', async () => {
    await maya.reload()
    await cell(1, 1).waitFor()
    const moved = await cell(2, 1).textContent()
    const from = await middleOf(grip(2))
    const bottom = await maya.getByRole('grid').evaluate((grid) => {
      const rect = grid.parentElement?.getBoundingClientRect()
      return Math.min(rect?.bottom ?? 0, window.innerHeight)
    })
    await maya.mouse.move(from.x, from.y)
    await maya.mouse.down()
    for (let step = 0; step < 60; step++) await maya.mouse.move(from.x + (step % 2), bottom - 8)
    await maya.mouse.up()
    await maya.getByText('Unsaved changes').waitFor()
    await maya.locator('[data-place$=":1"]').nth(6).click()
    await maya.keyboard.press('ControlOrMeta+Home')
    await cell(1, 1).and(maya.locator(':focus')).waitFor()
    expect(await cell(2, 1).textContent()).not.toBe(moved)
    expect(stage.complaints).toEqual([])
  })
})
