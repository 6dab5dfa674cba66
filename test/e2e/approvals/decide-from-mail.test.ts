import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Deciding from an email: one click in it, one on its page, and no sign-in. */
const OMAR = 'omar@brightwater.example'

describe('deciding from an email', () => {
  let stage: Stage
  let stranger: Page
  let ada: Api
  let category: string
  staged('decide-from-mail', async (opened) => {
    stage = opened
    ada = await Api.signIn(stage.host, 'ada@brightwater.example')
    category = await softwareCategory(ada)
    stranger = await stage.visitor()
  })
  const linkAbout = async (title: string): Promise<string> => {
    const mail = await eventually('the email', async () =>
      (await mailsTo(stage.host, OMAR)).find(
        ({ subject, text }) => subject.startsWith(`Approve: ${title}`) && text.includes('/public/decision/'),
      ),
    )
    return /\/public\/decision\/\S+/.exec(mail.text)?.[0] ?? ''
  }
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(stranger, `decide-from-mail-${name}`)).toEqual([])
  }

  it('someone who isn’t signed in reads what is asked, asks a question and approves', async () => {
    const id = await saveSoftware(ada, category, 'Drawing tools', 2400)
    const link = await linkAbout('Drawing tools')
    await stranger.goto(link)
    await stranger.getByRole('heading', { name: 'Drawing tools' }).waitFor()
    await stranger.getByText('For the drawing office').waitFor()
    await noFaults('open')
    await stranger.getByRole('button', { name: 'Ask a question' }).click()
    await stranger.getByText('Write your question').waitFor()
    await stranger.getByLabel('Comment').fill('For how many people?')
    await stranger.getByRole('button', { name: 'Ask a question' }).click()
    await stranger.getByText('Your question is sent. You can still decide here.').waitFor()
    await stranger.getByRole('button', { name: 'Approve', exact: true }).click()
    await stranger.getByRole('heading', { name: 'Approved' }).waitFor()
    await noFaults('approved')
    expect((await ada.get(`/api/intake-submission/${id}`)).body.status).toBe('APPROVED')
    await stranger.goto(link)
    await stranger.getByText('Already decided').waitFor()
    await noFaults('decided')
  })

  it('an admin sets the amount above which the page asks to sign in', async () => {
    const maya = await stage.signIn('maya@brightwater.example')
    await maya.goto('/settings/approvals')
    await maya.getByLabel('Ask to sign in above').fill('1000')
    await maya.getByRole('button', { name: 'Save settings' }).click()
    await maya.getByText('Settings saved').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'decide-from-mail-settings')).toEqual([])
    await maya.reload()
    expect(await maya.getByLabel('Ask to sign in above').inputValue()).toBe('1,000.00')
    await saveSoftware(ada, category, 'Small tools', 900)
    await stranger.goto(await linkAbout('Small tools'))
    await maya.getByLabel('Ask to sign in above').fill('500')
    await maya.getByRole('button', { name: 'Save settings' }).click()
    await maya.getByText('Settings saved').waitFor()
    await stranger.reload()
    await stranger.getByText('Sign in to decide').waitFor()
    expect(await stranger.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await stranger.goto('/public/decision/nobody.0123456789abcdef')
    await stranger.getByText('This link doesn’t work').waitFor()
    await noFaults('gone')
    expect(stage.complaints).toEqual([])
  })
})
