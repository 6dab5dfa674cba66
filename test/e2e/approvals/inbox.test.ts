import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { emptyInbox } from '../../support/e2e/inbox.ts'
import { findClipped } from '../../support/e2e/measured/clipped.ts'
import { contrastOf } from '../../support/e2e/measured/contrast.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An approver works through everything that waits for them, by keyboard. */
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'

const PHONE = { width: 390, height: 844 }

describe('the inbox', () => {
  let stage: Stage
  let omar: Page
  let adaApi: Api
  let omarApi: Api
  let categoryId: string
  let keystrokes = 0
  staged('inbox', async (opened) => {
    stage = opened
    adaApi = await Api.signIn(stage.host, ADA)
    omarApi = await Api.signIn(stage.host, OMAR)
    categoryId = await softwareCategory(adaApi)
    omar = await stage.signIn(OMAR)
  })

  const save = (title: string) => saveSoftware(adaApi, categoryId, title, 900)
  const press = async (key: string) => {
    keystrokes++
    await omar.keyboard.press(key)
  }
  const noFaults = async (picture: string) => {
    expect(await stage.faultsAtBothWidths(omar, `inbox-${picture}`)).toEqual([])
  }
  const detail = () => omar.getByRole('region', { name: 'Opened item' })
  /** It is open, with all that the person decides on. */
  const opened = async (title: string) => {
    await detail().getByRole('heading', { name: title, exact: true }).waitFor()
    await detail().getByRole('button', { name: 'Approve request' }).first().waitFor()
  }
  const waiting = async () =>
    (await omarApi.get('/api/approvals/inbox')).body as { items: { id: string; targetType: string }[] }
  const statusOf = async (id: string) => (await adaApi.get(`/api/intake-submission/${id}/approvals`)).body.status
  /** At another desk. */
  const approve = async (id: string) => {
    const decision = { status: 'APPROVED', levelGroupStatusId: `${id}-1-1`, seenVersion: 1 }
    const { status, body: answer } = await omarApi.call('POST', `/api/intake-submission/${id}/status`, decision)
    if (status !== 200) throw new Error(`Approving answered ${status}: ${JSON.stringify(answer)}`)
  }
  const row = (title: string) => omar.getByRole('button', { name: new RegExp(`^${title}`) })

  it('twenty simple requests are approved in under a minute, with a and Enter for each', async () => {
    await emptyInbox(omarApi)
    const before = (await waiting()).items.length
    const ids: string[] = []
    for (let index = 1; index <= 20; index++) ids.push(await save(`Chair no. ${index}`))
    await omar.goto('/inbox')
    await row('Chair no. 1 ').or(row('Chair no. 1')).first().waitFor()
    await noFaults('twenty')
    keystrokes = 0
    const start = Date.now()
    for (let index = 0; index <= before; index++) await press('j')
    await press('Enter')
    for (let index = 1; index <= 20; index++) {
      await opened(`Chair no. ${index}`)
      await press('a')
      await press('Enter')
    }
    await eventually('all approvals', async () =>
      (await Promise.all(ids.map(statusOf))).every((status) => status === 'APPROVED'),
    )
    const seconds = (Date.now() - start) / 1000
    expect(keystrokes).toBe(42 + before)
    expect(seconds).toBeLessThan(60)
    console.info(`20 approvals: ${keystrokes} keystrokes, ${seconds.toFixed(1)} s`)
  })

  it('an approval is undone with u, and the item opens again', async () => {
    const id = await save('Undone desk')
    await omar.goto('/inbox')
    await row('Undone desk').click()
    await opened('Undone desk')
    await press('a')
    await omar.getByText('again or').waitFor()
    await press('a')
    await eventually('the approval', async () => (await statusOf(id)) === 'APPROVED')
    await omar.getByText('Approved: Undone desk').waitFor()
    await press('u')
    await omar.getByText('Approval undone').waitFor()
    await opened('Undone desk')
    expect(await statusOf(id)).toBe('PENDING')
    await noFaults('undone')
  })

  it('r rejects with a reason, c comments, ? shows the keys, and the next item opens automatically', async () => {
    const first = await save('Rejected sofa')
    await save('Sofa after it')
    await omar.goto('/inbox')
    await row('Rejected sofa').click()
    await opened('Rejected sofa')
    await press('?')
    await omar.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await noFaults('keys')
    await press('Escape')
    // The list was away at the other width. For a moment, keys are taken for the dialog's.
    await row('Rejected sofa').focus()
    await omar.waitForTimeout(700)
    await press('c')
    const comments = omar.getByRole('dialog', { name: 'Comments on Manager' })
    const field = comments.getByRole('textbox')
    await eventually('the focus in the comment', () => field.evaluate((one) => one === document.activeElement))
    await omar.keyboard.type('Please ask Ada ')
    await press('Escape')
    // The rest of the sentence is typed into the page.
    await omar.keyboard.type('first, and reject a duplicate', { delay: 30 })
    expect(await omar.getByRole('dialog', { name: 'Reject request' }).count()).toBe(0)
    expect(await statusOf(first)).toBe('PENDING')
    await row('Rejected sofa').focus()
    await omar.waitForTimeout(700)
    await press('r')
    const dialog = omar.getByRole('dialog', { name: 'Reject request' })
    await dialog.getByLabel('Comment').fill('We have one')
    await dialog.getByRole('button', { name: 'Reject request' }).click()
    await dialog.waitFor({ state: 'detached' })
    await opened('Sofa after it')
    expect(await statusOf(first)).toBe('REJECTED')
  })

  it('several are approved at once, but only those that were opened', async () => {
    const ids = [await save('Batch one'), await save('Batch two')]
    await omar.goto('/inbox')
    await row('Batch one').waitFor()
    expect(await omar.getByLabel('Select Batch two (open it first)').isDisabled()).toBe(true)
    for (const title of ['Batch one', 'Batch two']) {
      await row(title).click()
      await opened(title)
      await omar.getByLabel(`Select ${title}`, { exact: true }).check()
    }
    await noFaults('selected')
    await omar.getByRole('button', { name: 'Approve 2' }).click()
    await omar.getByText('2 approved').waitFor()
    for (const id of ids) expect(await statusOf(id)).toBe('APPROVED')
  })

  it('new items appear automatically, what someone else decides stays open with a notice, and no text is lost', async () => {
    const reader = await stage.signIn(OMAR)
    await reader.clock.install()
    const shown = (title: string) => reader.getByRole('button', { name: new RegExp(`^${title}`) })
    const region = reader.getByRole('region', { name: 'Opened item' })
    const read = await save('Read shelf')
    await reader.goto('/inbox')
    await shown('Read shelf').click()
    await region.getByRole('button', { name: 'Approve request' }).first().waitFor()

    await save('Shelf that came')
    await reader.clock.runFor(31_000)
    await shown('Shelf that came').waitFor()

    const dialog = reader.getByRole('dialog', { name: 'Reject request' })
    await reader.keyboard.press('r')
    await dialog.getByLabel('Comment').fill('Too wide for the')
    await approve(read)
    await shown('Read shelf').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Comment').inputValue()).toBe('Too wide for the')
    await reader.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await region.getByText('This no longer waits for you').waitFor()
    await region.getByRole('heading', { name: 'Read shelf', exact: true }).waitFor()
    expect(await region.getByRole('button', { name: 'Approve and open next' }).count()).toBe(0)
    expect(await stage.faultsAtBothWidths(reader, 'inbox-decided-elsewhere')).toEqual([])
    await shown('Shelf that came').click()
    await region.getByRole('heading', { name: 'Shelf that came', exact: true }).waitFor()
  })

  it('an item has one primary button, and approving is in the same place whatever its title', async () => {
    const long = 'Shelves for the archive on the second floor, with doors, locks, lights and a ladder, in oak or in ash'
    for (const title of ['Short', long]) await save(title)
    await omar.goto('/inbox')
    const places: unknown[] = []
    for (const title of ['Short', long]) {
      await row(title).click()
      await opened(title)
      const approveNext = detail().getByRole('button', { name: 'Approve and open next' })
      await approveNext.waitFor()
      places.push(await approveNext.boundingBox())
      const primary = detail().locator('button.mantine-Button-root:not([data-variant]):visible')
      expect(await primary.allTextContents()).toEqual(['Approve request'])
    }
    expect(places[1]).toEqual(places[0])
  })

  it('on a phone reject and send back stand beside approve, and Undo is whole and readable in the dark', async () => {
    const title = 'Lamps for every desk of the office in Rotterdam, and for the library'
    const id = await save(title)
    await omar.setViewportSize(PHONE)
    await omar.emulateMedia({ colorScheme: 'dark' })
    await omar.goto('/inbox')
    await row(title).click()
    await opened(title)
    await detail().getByRole('link', { name: 'Open request' }).click()
    const bar = omar.getByRole('region', { name: 'Your decision' })
    const boxes = await Promise.all(
      ['Reject request', 'Send back', 'Approve request'].map((name) => bar.getByRole('button', { name }).boundingBox()),
    )
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
    }
    expect(await omar.evaluate(findClipped, 'section[aria-label="Your decision"] button')).toEqual([])
    await omar.goBack()
    await detail().getByRole('button', { name: 'Approve and open next' }).click()
    const toast = omar.locator('[data-kind="success"]', { hasText: `Approved: ${title}` })
    const undo = toast.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await omar.waitForTimeout(400)
    expect(await undo.evaluate(contrastOf)).toBeGreaterThanOrEqual(4.5)
    expect(await omar.evaluate(findClipped, '[data-kind="success"], [data-kind="success"] button')).toEqual([])
    await undo.click()
    await omar.getByText('Approval undone').waitFor()
    expect(await statusOf(id)).toBe('PENDING')
    await omar.emulateMedia({ colorScheme: 'light' })
  })

  it('at 40rem the list and the opened item come one after the other', async () => {
    await save('Narrow shelf')
    await omar.setViewportSize(NARROW)
    await omar.goto('/inbox')
    await row('Narrow shelf').click()
    await opened('Narrow shelf')
    expect(await row('Narrow shelf').isVisible()).toBe(false)
    await omar.getByRole('button', { name: 'Back to inbox' }).click()
    await row('Narrow shelf').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
