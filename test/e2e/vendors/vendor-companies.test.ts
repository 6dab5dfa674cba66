import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const NEW_SELLER = 'nora@acmecloud.example'

/** A vendor company with two customers: Lena keeps its profile, and Maya, an admin of one of them, sees what is shared. */
describe('vendor companies', () => {
  let stage: Stage
  let maya: Page
  let lena: Page
  staged('vendor-companies', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    lena = await stage.signIn('lena@kestrelcad.example')
  })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `vendor-companies-${name}`)).toEqual([])
  }
  const mailWith = (to: string, subject: string) =>
    eventually(`an email to ${to}: ${subject}`, async () =>
      (await mailsTo(stage.host, to)).find((mail) => mail.subject.includes(subject)),
    )
  /** The link in their newest invitation. */
  const linkOf = async (to: string): Promise<string> => {
    const { text } = await mailWith(to, 'invites you to its vendor portal')
    return /\/v\/invitation\?token=[\w.-]+/.exec(text)?.[0] ?? ''
  }
  const inviteFromHere = async (email: string) => {
    await maya.getByRole('button', { name: 'Invite to portal' }).click()
    await maya.getByLabel('Email').fill(email)
    await maya.getByRole('button', { name: 'Send invitation' }).click()
    await maya.getByText(`${email} invited by Maya Lindqvist`).waitFor()
  }

  it('a vendor’s person chooses a customer, and the menu has the pages of their company', async () => {
    await lena.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await lena.getByRole('heading', { name: 'Your customers' }).waitFor()
    for (const name of ['Home', 'Customers', 'Members', 'Company profile', 'Company selection'])
      await lena.getByRole('link', { name, exact: true }).first().waitFor()
    await noFaults(lena, 'home')
  })

  it('the profile shows addresses, contacts and accounts, and takes new ones', async () => {
    await lena.getByRole('link', { name: 'Company profile' }).click()
    await lena.getByText('Checking ••••7364').waitFor()
    await noFaults(lena, 'profile')
    await lena.getByRole('button', { name: 'Add contact' }).click()
    await lena.getByRole('button', { name: 'Add contact' }).last().click()
    await lena.getByText('Required').first().waitFor()
    await lena.getByLabel('First name').fill('Ines')
    await lena.getByLabel('Email').fill('not an address')
    await lena.getByRole('button', { name: 'Add contact' }).last().click()
    await lena.getByText('Invalid email').waitFor()
    await lena.getByLabel('Email').fill('ines@kestrelcad.example')
    await lena.getByRole('button', { name: 'Add contact' }).last().click()
    await lena.getByText('Contact added').waitFor()
    await lena.getByText('ines@kestrelcad.example').waitFor()
  })

  it('a wrong routing number is refused, and a changed account is mailed to the customer’s admins', async () => {
    await lena.getByRole('button', { name: 'Actions for ••••7364' }).click()
    await lena.getByRole('menuitem', { name: 'Edit' }).click()
    await lena.getByLabel('Routing number').fill('021000022')
    await lena.getByRole('button', { name: 'Save bank account' }).click()
    await lena.getByText('Enter the nine-digit routing number of a US bank').waitFor()
    await noFaults(lena, 'account')
    await lena.getByLabel('Routing number').fill('121000248')
    await lena.getByLabel('Account number').fill('5566 7788 9901')
    await lena.getByRole('button', { name: 'Save bank account' }).click()
    await lena.getByText('Checking ••••9901').waitFor()
    const mail = await mailWith(MAYA, 'Check: Kestrel CAD changed its bank account')
    expect(mail.text).toContain('••••7364')
    expect(mail.text).not.toContain('556677889901')
  })

  it('each customer is shared with apart, and the preview shows what it sees', async () => {
    await lena.getByRole('link', { name: 'Customers' }).click()
    const row = lena.getByRole('listitem').filter({ hasText: 'Halden Foods' })
    await row.getByText('1 contact, 0 bank accounts').waitFor()
    await noFaults(lena, 'customers')
    await row.getByRole('button', { name: 'Share with Halden Foods' }).click()
    await lena.getByRole('checkbox', { name: /Savings ••••0077/ }).check()
    await noFaults(lena, 'share')
    await lena.getByRole('button', { name: 'Save sharing' }).click()
    await row.getByText('1 contact, 1 bank account').waitFor()
    await row.getByRole('button', { name: 'Preview what Halden Foods sees' }).click()
    await lena.getByText(/Savings ••••0077, Kestrel CAD Inc\., routing number/).waitFor()
    await noFaults(lena, 'preview')
    await lena.keyboard.press('Escape')
  })

  it('a new member joins by the emailed link', async () => {
    await lena.getByRole('link', { name: 'Members' }).click()
    await lena.getByRole('button', { name: 'Add member' }).click()
    await lena.getByLabel('First name').fill('Max')
    await lena.getByLabel('Email').fill('max@kestrelcad.example')
    await lena.getByRole('button', { name: 'Add member' }).last().click()
    await lena.getByText('Invited').waitFor()
    await noFaults(lena, 'members')
    const { text } = await mailWith('max@kestrelcad.example', 'Join Kestrel CAD')
    const max = await stage.visitor()
    await max.goto(/\/login-with-token\?token=[\w.-]+/.exec(text)?.[0] ?? '')
    await max.getByRole('button', { name: 'Join Kestrel CAD' }).click()
    await max.getByRole('button', { name: /Brightwater Robotics/ }).waitFor()
    await lena.reload()
    await lena.getByRole('button', { name: 'Remove Max' }).click()
    await lena.getByRole('button', { name: 'Remove member' }).click()
    await lena.getByText('Max removed').waitFor()
    // Their page is still open, and the next thing that they do there ends at the login.
    await max.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await max.getByRole('heading', { name: 'Vendor login' }).waitFor()
  })

  it('the customer sees the people, contacts and the changed account on the vendor’s page', async () => {
    await maya.goto('/vendors/demo-kestrel-cad-vendors')
    await maya.getByText('Connected', { exact: true }).waitFor()
    await maya.getByText('Checking ••••9901').waitFor()
    await maya.getByText('Noor Haddad').first().waitFor()
    await noFaults(maya, 'vendor')
    await maya.getByRole('link', { name: 'History' }).click()
    await maya.getByText(/BANK ACCOUNT CHANGED/).waitFor()
  })

  it('an invoice goes to a customer, who rejects it with a reason that the vendor reads', async () => {
    await lena.getByRole('link', { name: 'Payments', exact: true }).click()
    await lena.getByRole('button', { name: 'Send invoice' }).click()
    const sending = lena.getByRole('dialog')
    await sending.getByRole('button', { name: 'Send invoice' }).click()
    await sending.getByText('Required').first().waitFor()
    const file = { name: 'November.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
    await sending.getByLabel('Invoice', { exact: true }).setInputFiles(file)
    await sending.getByRole('status').getByText('November.pdf').waitFor()
    await sending.getByLabel('Invoice number').fill('KC-2210')
    await sending.getByLabel('Amount').fill('1200')
    await sending.getByLabel('Message').fill('For November')
    await noFaults(lena, 'send-invoice')
    await sending.getByRole('button', { name: 'Send invoice' }).click()
    await sending.getByText('Thank you. Brightwater Robotics has your invoice.').waitFor()
    await noFaults(lena, 'invoice-sent')
    await sending.getByRole('link', { name: 'Sent invoices' }).click()
    await lena.getByRole('main').getByText('Received', { exact: true }).waitFor()

    await maya.goto('/payments/invoices')
    const row = maya.getByRole('row').filter({ hasText: 'November.pdf' })
    await row.getByText(/^Sent by .+ of Kestrel CAD/).waitFor()
    await row.getByRole('link', { name: 'Enter bill of November.pdf' }).click()
    await maya.getByRole('region', { name: 'Sent with the invoice' }).getByText('For November').waitFor()
    await eventually('the vendor’s number in the form', async () => {
      const typed = await maya.getByLabel('Invoice number').inputValue()
      return typed === 'KC-2210' || null
    })
    await noFaults(maya, 'invoice-of-vendor')
    await maya.goto('/payments/invoices')
    await maya.getByRole('button', { name: 'Reject November.pdf' }).click()
    await maya.getByRole('dialog').getByLabel('Reason').fill('Please name our order on it.')
    await noFaults(maya, 'reject-invoice')
    await maya.getByRole('dialog').getByRole('button', { name: 'Reject invoice' }).click()
    await maya.getByText('Invoice rejected').waitFor()

    await lena.reload()
    await lena.getByRole('main').getByText('Please name our order on it.').waitFor()
    await noFaults(lena, 'sent-invoices')
  })

  it('an invited vendor accepts by the link, and works with the company at once', async () => {
    await maya.goto('/vendors')
    await maya.getByRole('link', { name: 'Acme Cloud' }).first().click()
    await maya.getByRole('button', { name: 'Invite to portal' }).click()
    await maya.getByLabel('Email').fill('lena@kestrelcad.example')
    await maya.getByText(/already works with you in the portal for another vendor/).waitFor()
    await noFaults(maya, 'invite')
    await maya.getByLabel('Email').fill(NEW_SELLER)
    await maya.getByLabel('Message').fill('We’d like your bank details here.')
    await maya.getByRole('button', { name: 'Send invitation' }).click()
    await maya.getByText(`${NEW_SELLER} invited by Maya Lindqvist`).waitFor()
    await noFaults(maya, 'invited')
    const nora = await stage.visitor()
    await nora.goto(await linkOf(NEW_SELLER))
    await nora.getByRole('heading', { name: 'Brightwater Robotics invites you' }).waitFor()
    await noFaults(nora, 'invitation')
    await nora.getByLabel('First name').fill('Nora')
    await nora.getByRole('button', { name: 'Accept invitation' }).click()
    await nora.getByText('You work with Brightwater Robotics as Acme Cloud.').waitFor()
    await maya.reload()
    await maya.getByText('Connected', { exact: true }).waitFor()
  })

  it('an invitation is declined by its link, and a canceled one says so', async () => {
    await inviteFromHere('dora@acmecloud.example')
    const dora = await stage.visitor(NARROW)
    await dora.goto(await linkOf('dora@acmecloud.example'))
    await dora.getByRole('button', { name: 'Decline' }).click()
    await dora.getByRole('heading', { name: 'Invitation declined' }).waitFor()
    await inviteFromHere('carl@acmecloud.example')
    await maya.getByRole('button', { name: 'Actions for the invitation of carl@acmecloud.example' }).click()
    await maya.getByRole('menuitem', { name: 'Cancel invitation' }).click()
    await maya.getByRole('button', { name: 'Cancel invitation' }).click()
    await maya.getByText('Invitation canceled').waitFor()
    const invitations = maya.getByRole('list', { name: 'Invitations' })
    await invitations.getByText('Declined', { exact: true }).waitFor()
    await invitations.getByText('Canceled', { exact: true }).waitFor()
    await noFaults(maya, 'invitations')
    await dora.goto(await linkOf('carl@acmecloud.example'))
    await dora.getByText('This invitation was canceled.').waitFor()
    await noFaults(dora, 'invitation-canceled')
  })

  it('an accounting vendor is invited from its vendor’s page', async () => {
    await maya.goto('/vendors')
    await maya.getByRole('link', { name: 'Driftline', exact: true }).click()
    await maya.getByRole('link', { name: 'Transactions', exact: true }).last().click()
    await maya
      .getByRole('button', { name: /^Invite to portal: / })
      .first()
      .click()
    await maya.getByRole('dialog').getByLabel('Email').fill('books@driftline.example')
    await noFaults(maya, 'invite-accounting')
    await maya.getByRole('button', { name: 'Send invitation' }).click()
    await maya.getByText('Invitation sent to books@driftline.example').waitFor()
    const books = await stage.visitor()
    await books.goto(await linkOf('books@driftline.example'))
    await books.getByText(/to work with Brightwater Robotics for Driftline/).waitFor()
  })

  it('someone with an account finds the invitation by its link and on their home page', async () => {
    const erik = await stage.signIn('erik@haldenfoods.example')
    const halden = await Api.signIn(stage.host, 'erik@haldenfoods.example')
    const { userId } = (await halden.call('GET', '/jwt-data')).body
    const vendor = { name: 'Fathom Research', owners: [userId], paymentMethod: 'ACH' }
    const { id } = (await halden.call('POST', '/api/vendors', vendor)).body
    await erik.goto(`/vendors/${id}`)
    await erik.getByRole('button', { name: 'Invite to portal' }).click()
    await erik.getByLabel('Email').fill('ravi@fathomresearch.example')
    await erik.getByRole('button', { name: 'Send invitation' }).click()
    await erik.getByText('Invited', { exact: true }).first().waitFor()
    const ravi = await stage.signIn('ravi@fathomresearch.example')
    await ravi.goto(await linkOf('ravi@fathomresearch.example'))
    await ravi.getByText('You already have an account. Log in to accept.').waitFor()
    await ravi.getByRole('link', { name: 'Go to the invitation' }).click()
    await ravi.getByText('Halden Foods invites you').waitFor()
    await noFaults(ravi, 'selection')
    await ravi.getByRole('button', { name: 'Accept' }).click()
    await ravi.getByText('You work with Halden Foods as Fathom Research.').waitFor()
  })
})
