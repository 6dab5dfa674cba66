import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { findCutText } from '../../support/e2e/measured/cut-text.ts'
import { findOutOfReach } from '../../support/e2e/measured/out-of-reach.ts'
import { findSmallLetters } from '../../support/e2e/measured/row-names.ts'
import { drawn, settled } from '../../support/e2e/menu-pages.ts'
import { softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Pages of single objects, and forms, as someone reads and fills them on a phone and in windows of every width. */
const PHONE = { width: 390, height: 844 }

/** Fields that a phone's keyboard is for, and whose key there doesn't say what it does. */
const findWithoutHint = (): string[] =>
  [
    ...document.querySelectorAll(
      'main :is(input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea)',
    ),
  ]
    .filter(
      (field) => field.checkVisibility() && !field.hasAttribute('enterkeyhint') && !field.hasAttribute('readonly'),
    )
    .map(
      (field) =>
        document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? field.outerHTML.slice(0, 90),
    )

/** Places for files that offer no camera. */
const findWithoutCamera = (): string[] => {
  const all = [...document.querySelectorAll<HTMLInputElement>('main input[type=file]')]
  const withPhoto = all.filter((field) => field.hasAttribute('capture')).map(({ ariaLabel }) => ariaLabel)
  return all
    .filter((field) => !field.hasAttribute('capture') && /jpg|image/.test(field.accept))
    .filter(({ ariaLabel }) => !withPhoto.includes(`Photo for ${ariaLabel}`))
    .map(({ ariaLabel, accept }) => `${ariaLabel} takes ${accept}, and no photo`)
}

describe('objects and forms at every width', () => {
  let stage: Stage
  let page: Page
  let changes: () => Promise<{ body: { edges: { node: { id: string } }[] } }>
  let paths: Record<'bill' | 'spend' | 'request', string>
  staged('objects-narrow', async (opened) => {
    stage = opened
    page = await stage.signIn('maya@brightwater.example')
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const first = async (list: string): Promise<string> => (await api.get(`${list}?first=1`)).body.edges[0]?.node.id
    changes = () => api.get('/api/spend-requests?first=5&search=Travel%20agency')
    paths = {
      bill: `/payments/bills/${await first('/api/payments/bills')}`,
      spend: `/spend-requests/${await first('/api/spend-requests')}`,
      request: `/intake-request/${await first('/api/intake-submissions')}`,
    }
  })

  it('a change of a spend request is read beside the version before, amounts included, at every width', async () => {
    const { edges } = (await changes()).body
    expect(edges).toHaveLength(1)
    await page.goto(`/spend-requests/${edges[0]?.node.id}`)
    await page.getByRole('region', { name: 'Versions' }).waitFor()
    const beyond: string[] = []
    for (const width of [1440, 1280, 1024, 640, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await drawn(page)
      await stage.picture(page, `spend-change-${width}`)
      const frames = await page.evaluate(() =>
        [...document.querySelectorAll('main table')].flatMap(({ parentElement: frame }) =>
          frame ? [frame.scrollWidth - frame.clientWidth] : [],
        ),
      )
      expect(frames).toHaveLength(2)
      for (const more of frames) if (more > 1) beyond.push(`${width}: ${more} pixels are beyond the edge`)
    }
    expect(beyond).toEqual([])
  })

  it('the lines of a bill and an order are a table wherever one fits, and cards on a phone only', async () => {
    const shown: string[] = []
    for (const path of [paths.bill, '/purchase-orders/demo-order-5'])
      for (const width of [1440, 1280, 1024, 640, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await settled(page)
        const row = page.locator('main table tbody tr').first()
        shown.push(`${width} ${await row.evaluate((node) => getComputedStyle(node).display)}`)
      }
    const each = ['1440 table-row', '1280 table-row', '1024 table-row', '640 table-row', '390 grid']
    expect(shown).toEqual([...each, ...each])
  })

  it('on a phone nothing is cut or out of reach, fields don’t zoom and say what Enter does, and files can be photographed', {
    timeout: 120_000,
  }, async () => {
    await page.setViewportSize(PHONE)
    const faults: string[] = []
    const forms = ['/payments/bills/new', '/spend-requests/add-new', '/vendors/add-new', '/services/add-new']
    const objects = [...Object.values(paths), '/purchase-orders/demo-order-5', '/vendors/demo-kestrel-cad-vendors']
    const documents = [paths.request, paths.bill].map((path) => `${path}?tab=documents`)
    for (const path of [...objects, ...documents, ...forms]) {
      await page.goto(path)
      await settled(page)
      for (const find of [findOutOfReach, findSmallLetters, findWithoutHint, findWithoutCamera])
        for (const fault of await page.evaluate(find)) faults.push(`${path}: ${find.name} ${fault}`)
      for (const { text } of await page.evaluate(findCutText)) faults.push(`${path}: “${text}” is cut`)
      await stage.picture(page, `object${path.replaceAll(/[/?=]/g, '-').slice(0, 30)}-390`)
    }
    expect(faults).toEqual([])
  })

  it('filters of a list take at most two lines in half a window', async () => {
    await page.setViewportSize({ width: 640, height: 900 })
    const lines: string[] = []
    for (const path of ['/intake-requests', '/vendors', '/services', '/payments/bills', '/documents']) {
      await page.goto(path)
      await settled(page)
      const search = page.locator('main input[type="search"], main input[placeholder]').first()
      const heights = await search.evaluate((field) => {
        const bar = field.closest('[class*="filters"]') ?? field.parentElement
        return Math.round(bar?.getBoundingClientRect().height ?? 0)
      })
      if (heights > 96) lines.push(`${path}: ${heights} px`)
    }
    expect(lines).toEqual([])
  })

  it('a diagram of approvals names no one but the company’s own people and groups', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const software = await softwareCategory(await Api.signIn(stage.host, 'maya@brightwater.example'))
    await page.goto(`/intake-requests/${software}/how-approved`)
    await page.locator('.react-flow__node').first().waitFor()
    expect(await page.getByText('React Flow').count()).toBe(0)
  })

  it('an approver on a phone has approve, reject and send back side by side', async () => {
    const omar = await stage.signIn('omar@brightwater.example', PHONE)
    await omar.goto('/inbox')
    await omar
      .getByRole('button', { name: /Manager approval/ })
      .first()
      .click()
    const item = omar.getByRole('region', { name: 'Opened item' })
    const boxes = []
    for (const name of ['Approve request', 'Reject request', 'Send back'])
      boxes.push(await item.getByRole('button', { name, exact: true }).boundingBox())
    for (const box of boxes) {
      if (!box) throw new Error('A button is not drawn')
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width)
      // At most a line apart.
      expect(Math.abs(box.y - (boxes[0]?.y ?? 0))).toBeLessThanOrEqual(60)
    }
  })
})
