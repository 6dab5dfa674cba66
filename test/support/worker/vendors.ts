import { type Client, makeCompany, signIn } from './world.ts'

export interface VendorNode {
  id: string
  name: string
}

/**
 * The first page of the list.
 * @param query as in the address
 */
export const listVendors = async (client: Client, query: string): Promise<VendorNode[]> =>
  (await client.get(`/api/vendors?${query}`)).body.edges.map((edge: { node: VendorNode }) => edge.node)

export const namesOfVendors = async (client: Client, query: string): Promise<string[]> =>
  (await listVendors(client, query)).map(({ name }) => name)

/** An admin of a new company. */
export const signAdmin = async () => {
  const own = await makeCompany(['enableIntakeRequests', 'enableN12mServiceSpend'])
  const person = await own.addPerson({ name: 'Ann Admin', flags: ['hasAdminAccess'] })
  return { own, person, client: await signIn(own, person) }
}
