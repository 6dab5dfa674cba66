import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'
const PAGE = '/settings/configuration'

/** A category of another company, whose approver isn’t known here. */
const SANDBOX = `outlay: 1
currency: USD
categories:
  - category: Lab equipment
    type: internal
    description: Tried in the sandbox
    form:
      - step: Basics
        questions:
          - question: What do you need?
            type: request-title
            required: true
          - question: Cost
            type: request-amount
    workflows:
      - workflow: Standard
        levels:
          - steps:
              - step: Manager
                type: approval
                approvers:
                  who: manager-approver
              - step: Lab lead
                type: approval
                approvers:
                  who: custom-approvers
                  people:
                    - lab@sandbox.example
                requiredIf:
                  conditions:
                    - question: Cost
                      from: 5000
`

describe('configuration as a file', () => {
  let stage: Stage
  let maya: Page
  let file = ''
  staged('configuration', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `configuration-${name}`)).toEqual([])
  }
  const paste = async (text: string) => {
    await maya.goto(PAGE)
    await maya.getByLabel('Or paste its text').fill(text)
    await maya.getByRole('button', { name: 'Compare' }).click()
  }
  const card = () => maya.getByRole('region', { name: 'Imports' }).getByRole('region').first()

  it('an admin downloads it from the settings', async () => {
    await maya.goto('/settings/company')
    await maya.getByRole('link', { name: 'Configuration file' }).click()
    await maya.getByRole('heading', { name: 'Configuration file' }).waitFor()
    await maya.getByText('No imports yet').waitFor()
    await noFaults('page')
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('link', { name: 'Download configuration' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^outlay-configuration-.*\.yaml$/)
    file = readFileSync(await download.path(), 'utf8')
    expect(file).toContain('outlay: 1')
  })

  it('the file of the company itself has no differences', async () => {
    await paste(file)
    await maya.getByText('Pasted text: no differences').waitFor()
    await noFaults('same')
  })

  it('a mistake is shown with its line, and nothing can be imported', async () => {
    await paste('outlay: 1\ncurrency: USD\ndeadlines:\n  mode: sometimes\n')
    await maya.getByText('Line 4').first().waitFor()
    await maya.getByText('One of: off, nudge, escalate').waitFor()
    expect(await maya.getByRole('button', { name: /^Import \d+ changes$/ }).isDisabled()).toBe(true)
    await noFaults('mistake')
  })

  it('a category from a sandbox is imported by keyboard alone, and the import is undone', async () => {
    await maya.goto(PAGE)
    await maya.getByLabel('Or paste its text').fill(SANDBOX)
    await maya.getByRole('button', { name: 'Compare' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByText('lab@sandbox.example isn’t an active member here').waitFor()
    await noFaults('unknown')
    await maya.getByRole('combobox', { name: 'What the member lab@sandbox.example stands for' }).focus()
    await maya.keyboard.press('Enter')
    await maya.keyboard.type('omar')
    await pickByKeyboard(maya, maya.getByRole('option', { name: OMAR }))
    await maya.getByText(`lab@sandbox.example: ${OMAR}`).waitFor()
    const start = maya.getByRole('button', { name: 'Import 1 change' })
    await expect.poll(() => start.isEnabled()).toBe(true)
    await noFaults('difference')
    await start.focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).focus()
    await maya.keyboard.press('Enter')
    await card().getByText('Imported').waitFor()
    await noFaults('imported')
    await maya.goto('/settings/intake-categories')
    await maya.getByText('Lab equipment').first().waitFor()
    await maya.goto(PAGE)
    await card().getByRole('button', { name: 'Undo import' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('dialog').getByRole('button', { name: 'Undo import' }).focus()
    await maya.keyboard.press('Enter')
    await card().getByText('Undone').waitFor()
    await paste(file)
    await maya.getByText('Pasted text: no differences').waitFor()
  })

  it('what changed is told in words, and what is missing stays unless it is chosen', async () => {
    const changed = file
      .replace(/businessHours: \d+/, 'businessHours: 37')
      .replace(/approverMatrices:\n(?: .*\n)+\n/, '')
      .replace(/required: true/, 'required: false')
    await paste(changed)
    await maya.getByText('Business hours', { exact: true }).waitFor()
    await maya.getByText('1 not in the file, which stays').waitFor()
    await maya.getByRole('button', { name: 'Choose what to remove of Approver matrices' }).click()
    const matrix = maya.getByRole('checkbox', { name: 'Remove Budget owners' })
    expect(await matrix.isChecked()).toBe(false)
    await matrix.check()
    await maya.getByRole('button', { name: 'Import 3 changes' }).waitFor()
    await noFaults('changes')
    expect(stage.complaints).toEqual([])
  })
})

const STAFF = 'desk@outlay.example'

/** Calls the API as the person whose page it is. */
const post = (page: Page, path: string, body: object): Promise<number> =>
  page.evaluate(
    async ([address, text]) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
      return (await fetch(address, { method: 'POST', headers, body: text })).status
    },
    [path, JSON.stringify(body)] as const,
  )

describe('from a sandbox company to the real one', () => {
  let stage: Stage
  let desk: Page
  staged(
    'configuration-sandbox',
    async (opened) => {
      stage = opened
      desk = await stage.signInByMail(STAFF)
    },
    { OUTLAY_INTERNAL_STAFF: STAFF },
  )

  const adminOf = async (name: string, email: string): Promise<Page> => {
    const [firstName = '', lastName = ''] = ['Ada', name]
    const status = await post(desk, '/api/super-admin/company', {
      ...{ name, emailShortName: name.toLowerCase(), admin: { email, firstName, lastName } },
      featureFlags: { enableIntakeRequests: true },
    })
    expect(status).toBe(200)
    const page = await stage.signInByMail(email)
    await page.goto(PAGE)
    return page
  }
  const download = async (page: Page): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download configuration' }).click(),
    ])
    return readFileSync(await file.path(), 'utf8')
  }
  const compare = async (page: Page, name: string, text: string) => {
    await page.goto(PAGE)
    await page.getByLabel('File', { exact: true }).waitFor()
    const choose = page.waitForEvent('filechooser')
    await page.getByLabel('File', { exact: true }).click()
    await (await choose).setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Compare' }).click()
  }
  const take = async (page: Page, button: RegExp) => {
    const start = page.getByRole('button', { name: button })
    await expect.poll(() => start.isEnabled()).toBe(true)
    await start.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Imports' }).getByText('Imported').first().waitFor()
  }

  it('the second company’s file equals the first one’s, apart from the approver', async () => {
    const [trial, real] = ['ada@trial.example', 'noor@real.example']
    const sandbox = await adminOf('Trial', trial)
    await compare(sandbox, 'first.yaml', SANDBOX.replace('lab@sandbox.example', trial))
    await take(sandbox, /^Import 1 change$/)
    const file = await download(sandbox)
    expect(file).toContain('Lab equipment')
    const company = await adminOf('Real', real)
    await compare(company, 'sandbox.yaml', file)
    await company.getByText(`${trial} isn’t an active member here`).waitFor()
    await company.getByRole('combobox', { name: `What the member ${trial} stands for` }).click()
    await company.getByRole('option', { name: real }).click()
    await take(company, /^Import 1 change$/)
    const exported = await download(company)
    expect(exported).toBe(file.replaceAll(trial, real))
    await compare(company, 'again.yaml', exported)
    await company.getByText('again.yaml: no differences').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
