import { z } from 'zod'
import { formToFill } from '../../requests/forms/form.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id } from '../../shared/values.ts'
import { customColumns } from './columns.ts'
import { customFormFields } from './fields.ts'

/** Settings › Vendor management: custom fields and columns (specification 2 §7). */

/** The version that was read, or 0 before the first save. */
const version = z.number().int().min(0)

export const getCustomFormFields = endpoint({
  id: 'settings.get-custom-form-fields',
  method: 'GET',
  path: '/api/custom-form-fields',
  summary: 'The fields that the company added to vendors, services and service items',
  query: z.object({ vendorCategoryId: id.optional() }),
  /** With today's exchange rates for the conditions of these fields. */
  response: customFormFields.extend({ version, ...formToFill.pick({ exchange: true, unused: true }).shape }),
})

export const saveCustomFormFields = endpoint({
  id: 'settings.save-custom-form-fields',
  method: 'POST',
  path: '/api/custom-form-fields',
  summary: 'Replace the fields of vendors, services and service items',
  body: asRead(
    customFormFields.extend({
      vendorCategoryId: id.optional(),
      /** The version that was read. Another one gets a 409. Without it the last write wins. */
      version: version.optional(),
    }),
    ['exchange', 'unused'],
  ),
  response: z.object({ version }),
})

export const getVendorServiceColumns = endpoint({
  id: 'settings.get-vendor-service-columns',
  method: 'GET',
  path: '/api/vendor-service-custom-columns',
  summary: 'Custom columns of the vendor list and the service list, in order',
  response: customColumns.extend({ version }),
})

export const saveVendorServiceColumns = endpoint({
  id: 'settings.save-vendor-service-columns',
  method: 'POST',
  path: '/api/vendor-service-custom-columns',
  summary: 'Replace the custom columns of the vendor list and the service list',
  /** A missing list stays. Without a version the last write wins. */
  body: customColumns.partial().extend({ version: version.optional() }),
  response: z.object({ version }),
})
