import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, option, requiredText } from '../../shared/values.ts'

/** Vendor categories, each with its own fields (specification 2 §3 and §7; company flag enableVendorCategories). */

export const vendorCategory = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  vendorCount: z.number().int(),
  fieldCount: z.number().int(),
})
export type VendorCategory = z.infer<typeof vendorCategory>
const categoryName = requiredText(120)
const identified = z.object({ id: z.string() })
const categoryParams = z.object({ id })

export const listVendorCategories = endpoint({
  id: 'vendors.list-categories',
  method: 'GET',
  path: '/api/vendors/categories',
  summary: 'Categories of vendors, by name',
  response: z.array(vendorCategory),
})

export const createVendorCategory = endpoint({
  id: 'vendors.create-category',
  method: 'POST',
  path: '/api/vendors/categories',
  summary: 'Add a category of vendors',
  body: z.object({ name: categoryName }),
  response: identified,
})

export const vendorCategoryOptions = endpoint({
  id: 'vendors.category-select-options',
  method: 'GET',
  path: '/api/vendors/categories/select-options',
  summary: 'Options of the vendor category select, by name',
  query: pageQuery.extend({
    search: z.string().trim().max(200).optional(),
    ids: z.array(id).max(100).optional(),
  }),
  response: connection(option),
})

export const getVendorCategory = endpoint({
  id: 'vendors.get-category',
  method: 'GET',
  path: '/api/vendors/categories/{id}',
  summary: 'A category of vendors',
  params: categoryParams,
  response: vendorCategory,
})

export const renameVendorCategory = endpoint({
  id: 'vendors.update-category',
  method: 'PUT',
  path: '/api/vendors/categories/{id}',
  summary: 'Rename a category of vendors',
  params: categoryParams,
  body: z.object({ name: categoryName, version: z.number().int().min(1) }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteVendorCategory = endpoint({
  id: 'vendors.delete-category',
  method: 'DELETE',
  path: '/api/vendors/categories/{id}',
  summary: 'Delete a category that no vendor is in, with its fields',
  params: categoryParams,
  response: identified,
})
