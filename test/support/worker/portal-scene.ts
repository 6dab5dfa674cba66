import { env } from 'cloudflare:workers'
import { runTicks } from './jobs/ticks.ts'
import { mailTo } from './sessions.ts'
import { makeVendorCompany, type TestVendorCompany } from './vendor-companies.ts'
import { type Answer, type Client, makeCompany, ORIGIN, signIn, type TestCompany, type TestPerson } from './world.ts'

export interface PortalScene {
  company: TestCompany
  admin: Client
  adminPerson: TestPerson
  vendorId: string
  seller: TestVendorCompany
  person: TestPerson
  /** The seller's person, with the company chosen. */
  vendor: Client
}

/** A company whose vendor works with it in the portal. */
export const makePortalScene = async (): Promise<PortalScene> => {
  const company = await makeCompany(['enableVendorIntake', 'enableIntakeRequests'])
  const adminPerson = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  const admin = await signIn(company, adminPerson)
  const vendorId = await company.add('vendors')
  const seller = await makeVendorCompany()
  await seller.sellTo(company, vendorId)
  const person = await seller.addPerson()
  return { company, admin, adminPerson, vendorId, seller, person, vendor: await seller.signIn(person, company) }
}

/** Runs a mutation that returns ids, with its `input`. */
export const change = (client: Client, field: string, input: object): Promise<Answer> =>
  client.graphql(
    `mutation ($input: ${field.charAt(0).toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { id } }`,
    { input },
  )
export const changedId = async (client: Client, field: string, input: object): Promise<string> => {
  const answer = await change(client, field, input)
  const id = answer.body.data?.[field]?.id
  if (!id) throw new Error(`${field}: ${JSON.stringify(answer.body)}`)
  return id
}

export const ACCOUNT = {
  accountHolderName: 'Seller Inc.',
  accountHolderType: 'COMPANY',
  accountNumber: '000123456789',
  routingNumber: '021000021',
}

/** Effects of vendors reach their customers by the outbox, which is swept twice: the news, and its emails. */
export const settle = async (): Promise<void> => {
  await runTicks(env)
  await runTicks(env)
}

export const invite = (client: Client, vendorId: string, email: string, message = ''): Promise<string> =>
  changedId(client, 'createVendorCompanyInvitation', { vendorId, email, message })

/** The secret of the link in the newest email to the address. */
export const invitationToken = async (email: string, count = 1): Promise<string> => {
  await settle()
  const { text } = await mailTo(email, count)
  const found = new RegExp(`${ORIGIN}/v/invitation\\?token=([\\w.-]+)`).exec(text)
  if (!found?.[1]) throw new Error(`No link in ${text}`)
  return found[1]
}
