import { graphql, runGraphql } from '../../../../lib/graphql.ts'

/** Changes of addresses, contacts and bank accounts. */

const CREATE_ADDRESS = graphql(`
  mutation CreateVendorCompanyAddress($input: CreateVendorCompanyAddressInput!) {
    createVendorCompanyAddress(input: $input) { id }
  }
`)
const UPDATE_ADDRESS = graphql(`
  mutation UpdateVendorCompanyAddress($input: UpdateVendorCompanyAddressInput!) {
    updateVendorCompanyAddress(input: $input) { id }
  }
`)
const DELETE_ADDRESS = graphql(`
  mutation DeleteVendorCompanyAddress($id: ID!) {
    deleteVendorCompanyAddress(id: $id) { id }
  }
`)
const CREATE_CONTACT = graphql(`
  mutation CreateVendorCompanyContact($input: CreateVendorCompanyContactInput!) {
    createVendorCompanyContact(input: $input) { id }
  }
`)
const UPDATE_CONTACT = graphql(`
  mutation UpdateVendorCompanyContact($input: UpdateVendorCompanyContactInput!) {
    updateVendorCompanyContact(input: $input) { id }
  }
`)
const DELETE_CONTACT = graphql(`
  mutation DeleteVendorCompanyContact($id: ID!) {
    deleteVendorCompanyContact(id: $id) { id }
  }
`)
const CREATE_ACCOUNT = graphql(`
  mutation CreateVendorCompanyPaymentInformation($input: CreateVendorCompanyPaymentInformationInput!) {
    createVendorCompanyPaymentInformation(input: $input) { id }
  }
`)
const UPDATE_ACCOUNT = graphql(`
  mutation UpdateVendorCompanyPaymentInformation($input: UpdateVendorCompanyPaymentInformationInput!) {
    updateVendorCompanyPaymentInformation(input: $input) { id }
  }
`)
const DELETE_ACCOUNT = graphql(`
  mutation DeleteVendorCompanyPaymentInformation($id: ID!) {
    deleteVendorCompanyPaymentInformation(id: $id) { id }
  }
`)

export type Saved = Readonly<{ id: string; version: number | undefined }> | null
const quiet = (commandId: string) => ({ commandId, quiet: true })

interface AddressInput {
  address1: string
  address2: string
  city: string
  state: string
  postalCode: string
  country: string
}
export const saveAddress = (saved: Saved, input: AddressInput, commandId: string): Promise<unknown> =>
  saved
    ? runGraphql(UPDATE_ADDRESS, { input: { ...saved, ...input } }, quiet(commandId))
    : runGraphql(CREATE_ADDRESS, { input }, quiet(commandId))
export const deleteAddress = (id: string, commandId: string): Promise<unknown> =>
  runGraphql(DELETE_ADDRESS, { id }, quiet(commandId))

interface ContactInput {
  firstName: string
  lastName: string
  email: string
  memo: string
}
export const saveContact = (saved: Saved, input: ContactInput, commandId: string): Promise<unknown> =>
  saved
    ? runGraphql(UPDATE_CONTACT, { input: { ...saved, ...input } }, quiet(commandId))
    : runGraphql(CREATE_CONTACT, { input }, quiet(commandId))
export const deleteContact = (id: string, commandId: string): Promise<unknown> =>
  runGraphql(DELETE_CONTACT, { id }, quiet(commandId))

interface AccountInput extends AddressInput {
  accountHolderName: string
  accountHolderType: 'COMPANY' | 'INDIVIDUAL'
  accountNumber?: string | undefined
  routingNumber: string
  bankAccountType: 'CHECKING' | 'SAVINGS'
  remittanceEmail: string
  memo: string
  vendorCompanyAddressId: string
}
export const saveAccount = (saved: Saved, input: AccountInput, commandId: string): Promise<unknown> =>
  saved
    ? runGraphql(UPDATE_ACCOUNT, { input: { ...saved, ...input } }, quiet(commandId))
    : runGraphql(CREATE_ACCOUNT, { input: { ...input, accountNumber: input.accountNumber ?? '' } }, quiet(commandId))
export const deleteAccount = (id: string, commandId: string): Promise<unknown> =>
  runGraphql(DELETE_ACCOUNT, { id }, quiet(commandId))
