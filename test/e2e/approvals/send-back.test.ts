import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An approver asks for changes, the requester answers, and withdraws. */
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('sending back and withdrawing', () => {
  let stage: Stage
  let ada: Page
  let omar: Page
  let adaApi: Api
  let categoryId: string
  staged('send-back', async (opened) => {
    stage = opened
    adaApi = await Api.signIn(stage.host, ADA)
    categoryId = await softwareCategory(adaApi)
    omar = await stage.signIn(OMAR)
    ada = await stage.signIn(ADA)
  })

  const save = (title: string) => saveSoftware(adaApi, categoryId, title, 900)
  const noFaults = async (page: Page, picture: string) => {
    expect(await stage.faultsAtBothWidths(page, `send-back-${picture}`)).toEqual([])
  }
  const subjects = async (email: string) => (await mailsTo(stage.host, email)).map(({ subject }) => subject)
  const sendBack = async (id: string, message: string) => {
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'Send back' }).first().click()
    const dialog = omar.getByRole('dialog', { name: 'Send request back' })
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await dialog.getByText('Required').first().waitFor()
    await dialog.getByLabel('What should change?').fill(message)
    await noFaults(omar, 'asking')
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('the requester sees what to change and who asks, and can open the form or answer', async () => {
    const id = await save('Label printer')
    await sendBack(id, 'Please add a second quote')
    const sent = omar.getByRole('region', { name: 'Changes requested' })
    await sent.getByRole('button', { name: 'Undo send-back' }).waitFor()
    await noFaults(omar, 'sent')
    await afterUndo(stage.host, 'the mail to the requester', async () =>
      (await subjects(ADA)).includes('Changes requested: Label printer'),
    )
    await ada.goto('/')
    await ada.getByText('Omar Haddad asked for changes').first().waitFor()
    await ada.goto(`/intake-request/${id}`)
    const notice = ada.getByRole('region', { name: 'Changes requested' })
    await notice.getByText('Please add a second quote').waitFor()
    await notice.getByText('Omar Haddad').waitFor()
    await noFaults(ada, 'asked')
    await notice.getByRole('link', { name: 'Edit request' }).click()
    await ada
      .getByRole('heading', { name: /Label printer|Edit/ })
      .first()
      .waitFor()
    await ada.goto(`/intake-request/${id}`)
    await notice.getByRole('button', { name: 'Answer without changes' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Answer without changes' })
    await dialog.getByLabel('Message').fill('There is only one seller')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await notice.waitFor({ state: 'detached' })
    await ada.getByText('There is only one seller').first().waitFor()
    await noFaults(ada, 'answered')
    await eventually('the mail to the approver', async () => (await subjects(OMAR)).includes('Answered: Label printer'))
    await omar.getByRole('button', { name: 'Approve request' }).first().waitFor()
    await omar.getByText('There is only one seller').first().waitFor()
  })

  it('the sender undoes it', async () => {
    const id = await save('Glue gun')
    await sendBack(id, 'Which one?')
    await omar.getByRole('button', { name: 'Undo send-back' }).click()
    await omar.getByRole('button', { name: 'Approve request' }).first().waitFor()
  })

  it('the requester withdraws it, its approver hears of it, and it can be submitted again', async () => {
    const id = await save('Paper cutter')
    await ada.goto(`/intake-request/${id}`)
    await ada.getByRole('button', { name: 'More actions' }).click()
    await ada.getByRole('menuitem', { name: 'Withdraw request…' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Withdraw request' })
    await dialog.getByLabel('Message').fill('Found one in the basement')
    await noFaults(ada, 'withdrawing')
    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await ada.getByText(/Withdrawn by the requester/).waitFor()
    await ada.getByRole('link', { name: 'Edit and resubmit' }).waitFor()
    await noFaults(ada, 'withdrawn')
    await eventually('the mail to the approver', async () => (await subjects(OMAR)).includes('Withdrawn: Paper cutter'))
    await ada.goto('/intake-requests?filter=ALL&status=WITHDRAWN')
    await ada
      .getByRole('link', { name: /Paper cutter/ })
      .first()
      .waitFor()
    expect(stage.complaints).toEqual([])
  })
})
