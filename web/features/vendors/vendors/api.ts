import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import * as categoryEndpoints from '../../../../schema/vendors/vendors/category-endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import * as listEndpoints from '../../../../schema/vendors/vendors/list-endpoints.ts'
import * as verificationEndpoints from '../../../../schema/vendors/vendors/verification-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export type { Vendor, VendorUse } from '../../../../schema/vendors/vendors/endpoints.ts'
export type { ListedVendor } from '../../../../schema/vendors/vendors/list-endpoints.ts'

export const vendorKeys = {
  all: ['vendors'] as const,
  lists: ['vendors', 'list'] as const,
  one: (id: string) => ['vendors', 'one', id] as const,
  fields: (id: string) => ['vendors', 'one', id, 'fields'] as const,
  intakeAnswers: (id: string) => ['vendors', 'one', id, 'intake-answers'] as const,
  contacts: (id: string) => ['vendors', 'one', id, 'contacts'] as const,
  verifications: (id: string) => ['vendors', 'one', id, 'verifications'] as const,
  history: (id: string) => ['vendors', 'one', id, 'history'] as const,
  categories: ['vendors', 'categories'] as const,
}

export const readVendor = (id: string, signal?: AbortSignal) =>
  call(endpoints.getVendor, { params: { vendorId: id }, ...(signal && { signal }) })

export const vendorQuery = (id: string) =>
  queryOptions({ queryKey: vendorKeys.one(id), queryFn: ({ signal }) => readVendor(id, signal) })
export const useVendor = (id: string) => useQuery(vendorQuery(id))

export const useVendorFields = (id: string) =>
  useQuery({
    queryKey: vendorKeys.fields(id),
    queryFn: ({ signal }) => call(endpoints.getVendorCustomFields, { params: { vendorId: id }, signal }),
  })

/** How many pages are asked for at once, where they have no answers. */
const PAGES_SEARCHED = 5

/** A vendor's answers from requests. Each page reads older ones. */
export const useIntakeAnswers = (id: string) =>
  useInfiniteQuery({
    queryKey: vendorKeys.intakeAnswers(id),
    queryFn: async ({ pageParam, signal }) => {
      const ask = (cursor: string | undefined) =>
        call(endpoints.getVendorIntakeAnswers, { params: { vendorId: id }, query: { cursor }, signal })
      let page = await ask(pageParam)
      for (let pages = 1; pages < PAGES_SEARCHED && page.edges.length === 0 && page.pageInfo.hasNextPage; pages += 1) {
        page = await ask(page.pageInfo.endCursor ?? undefined)
      }
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined),
  })

export const useCompanyContacts = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: vendorKeys.contacts(id),
    queryFn: ({ signal }) => call(endpoints.getVendorCompanyContacts, { params: { vendorId: id }, signal }),
    enabled,
  })

export const createVendor = (body: BodyOf<typeof endpoints.createVendor>, commandId: string) =>
  call(endpoints.createVendor, { body, commandId })

export const updateVendor = (id: string, body: BodyOf<typeof endpoints.updateVendor>, commandId: string) =>
  call(endpoints.updateVendor, { params: { vendorId: id }, body, commandId })

const DELETE_VENDOR = graphql(`
  mutation DeleteVendor($id: ID!) {
    deleteVendor(id: $id) {
      id
    }
  }
`)
export const deleteVendor = (id: string, commandId: string) =>
  runGraphql(DELETE_VENDOR, { id }, { commandId, quiet: true })

/** Vendors with the same or a longer name. Empty until enough is typed. */
export const useSimilarVendors = (name: string) =>
  useQuery({
    queryKey: ['vendors', 'by-name', name],
    queryFn: ({ signal }) => call(endpoints.findVendorsByName, { query: { name }, signal }),
    enabled: name.length > 1,
  })

export const archiveVendors = (vendorIds: string[], archived: boolean, commandId: string) =>
  call(listEndpoints.archiveVendors, { body: { vendorIds, archived }, commandId })

export const setPaymentMethods = (body: BodyOf<typeof listEndpoints.setVendorPaymentMethods>, commandId: string) =>
  call(listEndpoints.setVendorPaymentMethods, { body, commandId })

export const setOwners = (body: BodyOf<typeof listEndpoints.setVendorOwners>, commandId: string) =>
  call(listEndpoints.setVendorOwners, { body, commandId })

export const useFilterOptions = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['vendors', 'filter-options'],
    queryFn: ({ signal }) => call(listEndpoints.listVendorFilterOptions, { signal }),
  })

export const useVendorCategories = (enabled = true) =>
  useQuery({
    queryKey: vendorKeys.categories,
    queryFn: ({ signal }) => call(categoryEndpoints.listVendorCategories, { signal }),
    enabled,
  })

export const deleteCategory = (id: string, commandId: string) =>
  call(categoryEndpoints.deleteVendorCategory, { params: { id }, commandId })

/** For selects of vendor categories, in place of a kind's own endpoint. */
export const useCategorySource = () => {
  const load = useCallback(
    (
      query: { search?: string | undefined; ids?: string[] | undefined; cursor?: string | undefined; first?: number },
      signal: AbortSignal,
    ) => call(categoryEndpoints.vendorCategoryOptions, { query, signal }),
    [],
  )
  return { name: 'vendor-category', load }
}

export const useVerifications = (id: string) =>
  useQuery({
    queryKey: vendorKeys.verifications(id),
    queryFn: ({ signal }) => call(verificationEndpoints.listVendorVerifications, { params: { vendorId: id }, signal }),
  })

/** Not repeatable, because each look is a new history entry. */
export const revealTaxIds = (id: string, commandId: string) =>
  call(endpoints.revealVendorTaxIds, { params: { vendorId: id }, commandId })

export const setLogo = (id: string, name: string | null, commandId: string) =>
  call(endpoints.setVendorLogo, { params: { vendorId: id }, body: { name }, commandId })
