import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A sourcing event from its draft to the request with the chosen bid. Each step builds on the one before. */
describe('sourcing events', () => {
  let stage: Stage
  let maya: Page
  let omar: Page
  let bidder: Page
  let eventId = ''
  let deadline = 0
  /** How long the first test takes, in milliseconds: most of what the bids take. */
  let drafting = 0
  staged('sourcing-events', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    omar = await stage.signIn('omar@brightwater.example', NARROW)
    bidder = await stage.visitor(NARROW)
  })

  const BIDDERS = [
    { name: 'Acme Castings', email: 'acme@castings.example' },
    { name: 'Bolt Works', email: 'bolt@works.example' },
  ] as const
  const linkOf = (email: string): Promise<string> =>
    eventually(`an invitation to ${email}`, async () => {
      const mails = (await mailsTo(stage.host, email)).filter(({ subject }) => subject.includes('invites you to bid'))
      return /\/public\/sourcing-event\/\S+/.exec(mails[0]?.text ?? '')?.[0]
    })

  it('an owner drafts an event with criteria and reviewers, and adds bidders', async () => {
    const begun = Date.now()
    await maya.goto('/sourcing/events')
    await maya.getByRole('link', { name: 'Milled housings for the R4 gripper' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'events-list')).toEqual([])
    await maya.getByRole('link', { name: 'New event' }).click()
    await maya.getByLabel('Title').fill('Cast brackets')
    await maya.getByLabel('Description').fill('We need 400 brackets a month.')
    await maya.getByRole('combobox', { name: 'Form' }).click()
    await maya.getByRole('option', { name: 'Supplier registration' }).click()
    await maya.getByRole('combobox', { name: 'Reviewers' }).fill('Omar')
    await maya.getByRole('option', { name: /Omar Haddad/ }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Add criterion' }).click()
    await maya.getByRole('textbox', { name: 'Criterion 1' }).fill('Quality')
    await maya.getByRole('textbox', { name: 'Weight' }).fill('100')
    expect(await stage.faultsAtBothWidths(maya, 'events-new')).toEqual([])
    await maya.getByRole('button', { name: 'Create draft' }).click()
    await maya.getByRole('heading', { name: 'Cast brackets' }).waitFor()
    eventId = new URL(maya.url()).pathname.split('/').at(-1) ?? ''
    await maya.getByRole('link', { name: 'Add bidders' }).click()
    for (const { name, email } of BIDDERS) {
      await maya.getByRole('button', { name: 'Add bidder' }).click()
      const dialog = maya.getByRole('dialog')
      await dialog.getByLabel('Company or person').fill(name)
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByRole('button', { name: 'Add bidder' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    expect(await stage.faultsAtBothWidths(maya, 'events-bidders')).toEqual([])
    drafting = Date.now() - begun
  })

  it('bidders get a link when it is published, and no one at the company reads what they send', async () => {
    // Soon, so that the test needn't wait for days, but not before a slow machine has sent the bids.
    deadline = Date.now() + Math.max(12_000, 3 * drafting)
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const changed = await api.call('PATCH', `/api/sourcing-events/${eventId}`, {
      deadline: new Date(deadline).toISOString(),
    })
    expect(changed.status).toBe(200)
    await maya.reload()
    await maya.getByRole('button', { name: 'Publish event' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Publish event' }).click()
    await maya.getByText('Open for bids').first().waitFor()

    await bidder.goto(await linkOf(BIDDERS[0].email))
    await bidder.getByRole('heading', { name: 'Cast brackets' }).waitFor()
    await bidder.getByRole('button', { name: 'Submit bid' }).click()
    expect(await bidder.getByText('Required', { exact: true }).count()).toBeGreaterThan(2)
    await stage.picture(bidder, 'bid-required')
    await bidder.getByRole('textbox', { name: 'Price' }).fill('54000')
    await bidder.getByLabel('Lead time in days').fill('20')
    await bidder.getByLabel('What do you offer?').fill('Sand castings')
    await bidder.getByRole('combobox', { name: /^Field/ }).click()
    await bidder.getByRole('option', { name: 'Machined parts' }).click()
    await bidder.getByLabel('Why you?').fill('We cast since 1921.')
    await bidder.getByRole('radio', { name: 'Yes' }).check()
    await bidder.getByLabel('Ask a question').fill('Is a pattern available?')
    await bidder.getByRole('button', { name: 'Send question' }).click()
    await bidder.getByText('Not answered yet').waitFor()
    await bidder.getByText('Draft saved, encrypted').waitFor()
    await bidder.getByRole('button', { name: 'Submit bid' }).click()
    await bidder.getByText('Your bid is submitted and sealed').waitFor()
    await bidder.getByRole('button', { name: 'Withdraw bid' }).click()
    await bidder.getByRole('dialog').getByRole('button', { name: 'Withdraw bid' }).click()
    await bidder.getByText('Bid withdrawn. It stays here as a draft').waitFor()
    await bidder.getByRole('button', { name: 'Submit bid' }).click()
    await bidder.getByText('Your bid is submitted and sealed').waitFor()
    const second = new URL(await linkOf(BIDDERS[1].email), stage.host.url).pathname.replace('/public/', '/public-api/')
    const sent = await fetch(`${stage.host.url}${second}/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stage.host.url },
      body: JSON.stringify({
        ...{ price: { value: 4_900_000, currency: 'USD' }, leadTimeDays: 45, remark: '', fileIds: [] },
        answers: Object.entries({
          'so-title': 'Die castings',
          'so-field': 'so-field-1',
          'so-about': 'Cheap',
          'so-iso': false,
        }).map(([questionId, value]) => ({ questionId, value })),
      }),
    })
    expect(sent.status).toBe(200)
    expect(Date.now()).toBeLessThan(deadline)
    const early = await api.call('GET', `/api/sourcing-events/${eventId}/bids`)
    expect(early.body.reason).toBe('SEALED')
    await maya.goto(`/sourcing/events/${eventId}/bids`)
    await maya.getByRole('heading', { name: /^Sealed until/ }).waitFor()
    await stage.picture(maya, 'bids-sealed')
    await maya.getByRole('tab', { name: 'History' }).click()
    await maya.getByText('Tried to read the bids of Cast brackets before the deadline').waitFor()
  })

  it('the bidder’s page has no faults, before and after the deadline', async () => {
    expect(await stage.faultsAtBothWidths(bidder, 'bid-submitted')).toEqual([])
    await bidder.setViewportSize(NARROW)
  })

  it('a reviewer scores the opened bids without seeing other scores', async () => {
    await maya.goto(`/sourcing/events/${eventId}/bids`)
    await maya.getByRole('region', { name: 'Acme Castings' }).waitFor({ timeout: 90_000 })
    await maya.getByText('$54,000.00').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'bids-opened')).toEqual([])
    await maya.getByRole('tab', { name: 'Scores' }).click()
    await maya.getByText('You see them once all reviewers have submitted theirs').waitFor()
    await omar.goto(`/sourcing/events/${eventId}/scores`)
    await omar.getByLabel('Quality: Acme Castings', { exact: true }).fill('9')
    await omar.getByRole('button', { name: 'Submit scorecard' }).click()
    await omar.getByText('Required').waitFor()
    await omar.getByLabel('Quality: Bolt Works', { exact: true }).fill('5')
    expect(await stage.faultsAtBothWidths(omar, 'scores-own')).toEqual([])
    await omar.setViewportSize(NARROW)
    await omar.getByRole('button', { name: 'Submit scorecard' }).click()
    await omar.getByText('1 of 1 submitted.').waitFor()
    await omar.getByRole('tab', { name: 'Comparison' }).click()
    await omar.getByText('Best').first().waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'comparison')).toEqual([])
  })

  it('an owner awards a bid, which becomes a request of a new vendor, and the other is declined', async () => {
    await maya.goto(`/sourcing/events/${eventId}/award`)
    await maya.getByRole('combobox', { name: 'Chosen bid' }).click()
    await maya.getByRole('option', { name: /Acme Castings/ }).click()
    await maya.getByRole('button', { name: 'Create Acme Castings' }).click()
    await maya.getByText('Vendor linked').waitFor()
    await maya.getByLabel('Reason').fill('Best quality')
    await maya.getByRole('combobox', { name: 'Request category' }).click()
    await maya.getByRole('option', { name: 'Software' }).click()
    expect(await stage.faultsAtBothWidths(maya, 'award')).toEqual([])
    await maya.getByRole('button', { name: 'Award and send emails' }).click()
    await maya.waitForURL(/\/intake-request\//)
    await maya.getByRole('combobox', { name: 'Vendor' }).waitFor()
    await eventually(
      'the vendor',
      async () => (await maya.getByRole('combobox', { name: 'Vendor' }).inputValue()) === 'Acme Castings',
    )
    await stage.picture(maya, 'award-request')
    await maya.goto(`/sourcing/events/${eventId}/award`)
    await maya.getByText('Best quality').waitFor()
    const declined = await eventually('the refusal', async () =>
      (await mailsTo(stage.host, BIDDERS[1].email)).find(({ subject }) => subject.startsWith('About your bid')),
    )
    expect(declined.text).toContain('This time we chose another bid')
    expect(declined.text).not.toContain('Acme')
    await bidder.reload()
    await bidder.getByText('Your bid was chosen').waitFor()
    expect(await stage.accessibilityFaults(bidder)).toEqual([])
    await stage.picture(bidder, 'bid-won')
  })

  it('amounts in another currency are compared in the company’s, and say at which rate', async () => {
    await maya.goto('/sourcing/events')
    await maya.getByRole('link', { name: 'Milled housings for the R4 gripper' }).click()
    await maya.getByRole('heading', { name: 'What bidders read' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'event-overview')).toEqual([])
    await maya.getByRole('tab', { name: 'Comparison' }).click()
    await maya.getByText(/^€86,400\.00 at /).waitFor()
    await maya.getByText('Scores appear here once all reviewers have submitted theirs.').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'comparison-converted')).toEqual([])
    await maya.goto('/sourcing/events')
    await maya.getByRole('link', { name: 'Freight of spare parts to the UK' }).click()
    await maya.getByRole('tab', { name: 'Questions and answers (1)' }).click()
    await maya.getByRole('heading', { name: 'Are the pallets stackable?' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'event-questions')).toEqual([])
  })
})
