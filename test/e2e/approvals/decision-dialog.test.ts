import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An approver types a decision, undoes it, and makes it again after an edit. */
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('the decision dialog', () => {
  let stage: Stage
  let omar: Page
  let ada: Api
  let categoryId: string
  staged('decision-dialog', async (opened) => {
    stage = opened
    ada = await Api.signIn(stage.host, ADA)
    categoryId = await softwareCategory(ada)
    omar = await stage.signIn(OMAR)
  })

  const save = (title: string, dollars: number, more?: object) => saveSoftware(ada, categoryId, title, dollars, more)
  const statusOf = async (id: string) => (await ada.get(`/api/intake-submission/${id}/approvals`)).body.status
  const noFaults = async (picture: string) => {
    expect(await stage.faultsAtBothWidths(omar, `decision-${picture}`)).toEqual([])
  }
  const told = async (title: string) =>
    (await mailsTo(stage.host, ADA)).filter(({ subject }) => subject === `Approved: ${title}`).length

  it('Ctrl+Enter decides, a space in the note doesn’t, and no one hears of a decision that is undone at once', async () => {
    const id = await save('Screwdrivers', 900)
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'Approve request' }).first().waitFor()
    await omar.keyboard.press('a')
    const dialog = omar.getByRole('dialog', { name: 'Approve request' })
    await dialog.waitFor()
    const note = dialog.getByLabel('Comment')
    await eventually('the focus in the note', () => note.evaluate((one) => one === document.activeElement))
    await omar.keyboard.type(' fine by me ')
    await omar.keyboard.press('Enter')
    await omar.keyboard.type('this time')
    expect(await note.inputValue()).toBe(' fine by me \nthis time')
    expect(await statusOf(id)).toBe('PENDING')
    await noFaults('typing')
    await omar.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    const undo = omar.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    expect(await statusOf(id)).toBe('APPROVED')
    await stage.picture(omar, 'decision-undo-1280')
    await undo.click()
    await omar.getByText('Decision undone').waitFor()
    await omar.getByRole('button', { name: 'Approve request' }).first().waitFor()
    expect(await statusOf(id)).toBe('PENDING')
    await noFaults('undone')
    // A later request's email has arrived, so the undone decision's would have arrived too.
    const next = await save('Spanners', 900)
    await omar.goto(`/intake-request/${next}`)
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await afterUndo(stage.host, 'the mail of the decision that stays', async () => (await told('Spanners')) === 1)
    await stage.host.runCron()
    expect(await told('Screwdrivers')).toBe(0)
  })

  it('an edit asks for the approval again, shows what changed, and one click confirms it', async () => {
    const id = await save('Drill bits', 900)
    const omarApi = await Api.signIn(stage.host, OMAR)
    const task = { ruleType: 'APPROVAL', label: 'Second look', approverUserIds: ['demo-leo'] }
    const maya = await Api.signIn(stage.host, 'maya@brightwater.example')
    expect((await maya.call('POST', `/api/intake-submission/${id}/task`, task)).status).toBe(200)
    const decision = { status: 'APPROVED', levelGroupStatusId: `${id}-1-1`, seenVersion: 1, comment: 'Cheap enough' }
    expect((await omarApi.call('POST', `/api/intake-submission/${id}/status`, decision)).status).toBe(200)
    await save('Drill bits', 1900, { id, version: 1 })
    await omar.goto(`/intake-request/${id}`)
    const since = omar.getByRole('region', { name: /^You approved this .*Cheap enough.* since then:$/ })
    await since.getByText('$900.00').waitFor()
    await since.getByText('$1,900.00').waitFor()
    await noFaults('since-then')
    await since.getByRole('button', { name: 'Confirm changes' }).click()
    await since.waitFor({ state: 'detached' })
    const { levels } = (await ada.get(`/api/intake-submission/${id}/approvals`)).body as {
      levels: { blocks: { label: string; status: string }[] }[]
    }
    const blocks = levels.flatMap((level) => level.blocks).map(({ label, status }) => `${label} ${status}`)
    expect(blocks).toEqual(['Manager APPROVED', 'Second look PENDING'])
    await noFaults('confirmed')
    expect(stage.complaints).toEqual([])
  })
})
