import type { Api } from './api.ts'

/** What a program that was generated from our document does in a company, with the types that it was given. */

interface Answered<T> {
  data?: T
  error?: unknown
  response: Response
}
type Known = <T>(call: Promise<Answered<T>>) => Promise<NonNullable<T>>

/** @param known the answer of a call, or an error that says what was refused */
export const journeyOf = async (api: Api, known: Known): Promise<{ names: string[]; amounts: number[] }> => {
  const { id: departmentId } = await known(api.POST('/api/departments', { body: { name: 'Research' } }))
  const members = await known(api.GET('/api/members', { params: { query: { first: 10 } } }))
  const owners: string[] = [members.edges[0]?.node.id ?? '']
  const { id: vendorId } = await known(
    api.POST('/api/vendors', { body: { name: 'Acme Cloud', website: 'acme.test', owners, paymentMethod: 'ACH' } }),
  )
  const vendor = await known(api.GET('/api/vendors/{vendorId}', { params: { path: { vendorId } } }))
  const found = await known(api.GET('/api/vendors', { params: { query: { first: 5, search: 'acme' } } }))
  const service = await known(
    api.POST('/api/services', {
      body: {
        name: 'Hosting',
        vendorId,
        servicePeriods: [
          { startDate: '2027-01-01', endDate: '2027-12-31', totalServicePeriodCost: 120_000, currency: 'USD' },
        ],
      },
    }),
  )
  const { servicePeriods } = await known(
    api.GET('/api/services/{serviceId}', { params: { path: { serviceId: service.id } } }),
  )
  const departments = await known(api.GET('/api/departments'))
  const page: string | null | undefined = members.pageInfo.endCursor
  const names: string[] = [vendor.name, page ?? '', departmentId]
  for (const { node } of found.edges) names.push(node.name)
  for (const { node } of members.edges) names.push(node.email)
  for (const { name } of departments) names.push(name)
  const amounts: number[] = []
  for (const { totalServicePeriodCost } of servicePeriods) amounts.push(totalServicePeriodCost ?? 0)
  return { names, amounts }
}
