import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { clicking } from '../../support/e2e/clicks.ts'
import { emptyInbox } from '../../support/e2e/inbox.ts'
import { tabTo } from '../../support/e2e/keyboard.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Jobs of an approver whose clicks are counted, and the same jobs by keyboard. */
const OMAR = 'omar@brightwater.example'

const FROM_MAIL = 2
const FOUR_FROM_HOME = 6
const WIDTHS = [DESKTOP, NARROW]

describe('an approver needs few clicks', () => {
  let stage: Stage
  let ada: Api
  let category: string
  let omar: Page
  staged('counted-clicks', async (opened) => {
    stage = opened
    ada = await Api.signIn(stage.host, 'ada@brightwater.example')
    category = await softwareCategory(ada)
    omar = await stage.signIn(OMAR)
    await emptyInbox(await Api.signIn(stage.host, OMAR))
  })
  const save = (title: string) => saveSoftware(ada, category, title, 900)
  const statusOf = async (id: string) => (await ada.get(`/api/intake-submission/${id}`)).body.status
  const areApproved = (ids: string[]) =>
    eventually('the approvals', async () => (await Promise.all(ids.map(statusOf))).every((each) => each === 'APPROVED'))
  /** The email as a mail program shows it, at this size. */
  const openMail = async (title: string, viewport: typeof DESKTOP): Promise<Page> => {
    const { html } = await eventually('the email', async () =>
      (await mailsTo(stage.host, OMAR)).find(
        (mail) => mail.subject.startsWith(`Approve: ${title}`) && mail.text.includes('/public/decision/'),
      ),
    )
    const reader = await stage.visitor()
    await reader.setViewportSize(viewport)
    await reader.setContent(html)
    return reader
  }
  const saveFour = async (name: string): Promise<{ titles: string[]; ids: string[] }> => {
    const titles = [1, 2, 3, 4].map((place) => `${name} ${place}`)
    const ids: string[] = []
    for (const title of titles) ids.push(await save(title))
    return { titles, ids }
  }
  const isOpen = async (title: string): Promise<void> => {
    const item = omar.getByRole('region', { name: 'Opened item' })
    await item.getByRole('heading', { name: title, exact: true }).waitFor()
    await item.getByRole('button', { name: 'Approve and open next' }).waitFor()
  }

  it.each(WIDTHS)('a request is approved from its email by at most 2 clicks, $width pixels wide', async (viewport) => {
    const id = await save(`Mailed ${viewport.width}`)
    const reader = await openMail(`Mailed ${viewport.width}`, viewport)
    const { click, counted } = clicking(reader)
    await click('link', 'Decide without signing in')
    await click('button', 'Approve')
    await reader.getByRole('heading', { name: 'Approved' }).waitFor()
    expect(counted.clicks).toBeLessThanOrEqual(FROM_MAIL)
    await areApproved([id])
  })

  it('a request is approved from its email by keyboard alone', async () => {
    const id = await save('Mailed by keyboard')
    const reader = await openMail('Mailed by keyboard', DESKTOP)
    await tabTo(reader, 'link', 'Decide without signing in')
    await reader.keyboard.press('Enter')
    await tabTo(reader, 'button', 'Approve')
    await reader.keyboard.press('Enter')
    await reader.getByRole('heading', { name: 'Approved' }).waitFor()
    await areApproved([id])
  })

  it.each(WIDTHS)('four requests are approved from Home by at most 6 clicks, $width pixels wide', async (viewport) => {
    const { titles, ids } = await saveFour(`Four at ${viewport.width}, no.`)
    await omar.setViewportSize(viewport)
    await omar.goto('/')
    const { click, counted } = clicking(omar)
    await click('link', 'Decide one after another')
    for (const title of titles) {
      await isOpen(title)
      await click('button', 'Approve and open next')
    }
    await areApproved(ids)
    expect(counted.clicks).toBeLessThanOrEqual(FOUR_FROM_HOME)
    expect(await stage.faultsAtBothWidths(omar, `counted-clicks-${viewport.width}`)).toEqual([])
  })

  it('four requests are approved from Home by keyboard alone', async () => {
    await omar.setViewportSize(DESKTOP)
    const { titles, ids } = await saveFour('Four by keyboard, no.')
    await omar.goto('/')
    await tabTo(omar, 'link', 'Decide one after another')
    await omar.keyboard.press('Enter')
    for (const title of titles) {
      await isOpen(title)
      await omar.keyboard.press('a')
      await omar.keyboard.press('Enter')
    }
    await areApproved(ids)
    expect(stage.complaints).toEqual([])
  })
})
