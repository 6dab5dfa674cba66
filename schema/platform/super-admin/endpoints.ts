import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { connection, pageQuery, sortDirection } from '../../shared/paging.ts'
import { COMPANY_FLAGS, companyFlags } from '../../shared/permissions.ts'
import { email, id, instant, requiredText } from '../../shared/values.ts'
import { requestApprovalMode } from '../company/approval-modes.ts'
import { MODULES } from '../company/modules.ts'
import { savedEntity } from '../organisation/unit-endpoints.ts'
import { MAX_UNITS_AT_ONCE, unit } from '../organisation/unit-shapes.ts'

/** Companies, for platform staff (specification 3 §7.5). */

/**
 * Whether someone can run the company: an admin has joined, none has accepted yet, or there is none. In a list, nothing is
 * known of a company whose database doesn't answer.
 */
export const COMPANY_STATES = ['ACTIVE', 'INVITED', 'NO_ADMIN', 'NOT_REACHED'] as const
export type CompanyState = (typeof COMPANY_STATES)[number]

/** The part of an inbound email address before the @. */
const shortName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Required')
  .max(64, 'At most 64 characters')
  .regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/, {
    error: ({ input }) => (input === '' ? 'Required' : 'Use letters, digits, and single dots or hyphens between them'),
  })

const identity = { id: z.string(), name: z.string(), emailShortName: z.string() }

export const listedCompany = companyFlags.extend({
  ...identity,
  state: z.enum(COMPANY_STATES),
  /** Null if its database doesn't answer. */
  memberCount: z.number().int().nullable(),
  /** The number of the database that holds its data. */
  cell: z.number().int(),
  createdAt: instant,
  /** When anything last happened in its audit log. */
  lastActivityAt: instant.nullable(),
})
export type ListedCompany = z.infer<typeof listedCompany>

export const COMPANY_SORT_FIELDS = ['name', 'createdAt'] as const

export const listCompanies = endpoint({
  id: 'super-admin.list-companies',
  method: 'GET',
  path: '/api/super-admin/companies',
  summary: 'Companies, by name unless asked otherwise',
  query: pageQuery.extend({
    /** A part of the name or the short name. */
    search: z.string().trim().max(120).optional(),
    orderBy: z
      .object({ by: z.array(z.enum(COMPANY_SORT_FIELDS)).max(1), dir: z.array(sortDirection).max(1).default([]) })
      .optional(),
  }),
  response: connection(listedCompany),
})

const newAdmin = { email, firstName: requiredText(100), lastName: requiredText(100) }
const features = z.partialRecord(z.enum(COMPANY_FLAGS), z.boolean())

export const createCompany = endpoint({
  id: 'super-admin.create-company',
  method: 'POST',
  path: '/api/super-admin/company',
  summary: 'Add a company, and invite its first admin',
  body: z.object({
    name: requiredText(120),
    emailShortName: shortName,
    currency: currency.default('USD'),
    featureFlags: features.default({}),
    /** Without one, an admin has to be invited later. */
    admin: z.object(newAdmin).optional(),
  }),
  response: z.object({ id: z.string() }),
})

const companyId = z.object({ companyId: id })

export const managedCompany = companyFlags.extend({
  ...identity,
  state: z.enum(COMPANY_STATES),
  currency,
  canChangeCurrency: z.boolean(),
  requestApprovalMode,
  /** Features that it has, and that its own admins turned off. */
  turnedOff: z.array(z.enum(MODULES)),
  memberCount: z.number().int(),
  /** At most 20. */
  admins: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), isInvited: z.boolean() })),
  entities: z.array(unit),
  createdAt: instant,
  lastActivityAt: instant.nullable(),
  version: z.number().int(),
})
export type ManagedCompany = z.infer<typeof managedCompany>

export const getCompany = endpoint({
  id: 'super-admin.get-company',
  method: 'GET',
  path: '/api/super-admin/company/{companyId}',
  summary: 'A company with its features, admins and entities',
  params: companyId,
  response: managedCompany,
})

export const updateCompany = endpoint({
  id: 'super-admin.update-company',
  method: 'PUT',
  path: '/api/super-admin/company/{companyId}',
  summary: 'Change a company; what is left out stays',
  params: companyId,
  body: z.object({
    name: requiredText(120).optional(),
    emailShortName: shortName.optional(),
    currency: currency.optional(),
    requestApprovalMode: requestApprovalMode.optional(),
    featureFlags: features.optional(),
    version: z.number().int().min(1).optional(),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

/** Further names of features (specification 3 §9), which every company has: there is nothing to turn on. */
export const EVERYONES_FEATURES = ['vendors', 'services', 'financialAnalysis'] as const

export const enableCompanyFeatures = endpoint({
  id: 'super-admin.enable-company-features',
  method: 'POST',
  path: '/api/super-admin/enable-company-features',
  summary: 'Turn on features of a company',
  body: z.object({
    companyId: id,
    features: z
      .array(z.enum([...COMPANY_FLAGS, ...EVERYONES_FEATURES]))
      .min(1, 'Choose at least one feature')
      .max(COMPANY_FLAGS.length + EVERYONES_FEATURES.length),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const inviteCompanyAdmin = endpoint({
  id: 'super-admin.invite-admin',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/admins',
  summary: 'Add an admin to a company and invite them',
  params: companyId,
  body: z.object(newAdmin),
  response: z.object({ id: z.string() }),
})

export const saveCompanyEntities = endpoint({
  id: 'super-admin.save-entities',
  method: 'POST',
  path: '/api/super-admin/company/{companyId}/entities',
  summary: 'Add and rename entities of a company; those left out stay',
  params: companyId,
  body: z.object({
    entities: z
      .array(savedEntity)
      .min(1, 'Add at least one entity')
      .max(MAX_UNITS_AT_ONCE, `At most ${MAX_UNITS_AT_ONCE} at once`),
  }),
  response: z.array(unit),
})

// ---- Logos

export const LOGO_VARIANTS = ['light', 'dark'] as const
export type LogoVariant = (typeof LOGO_VARIANTS)[number]
export const MAX_LOGO_BYTES = 1024 * 1024
/** By file extension. */
export const LOGO_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }

export const grantLogoUpload = endpoint({
  id: 'super-admin.logo-upload-url',
  method: 'POST',
  path: '/api/super-admin/company-logo/{companyId}/upload-url',
  summary: 'A signed address to upload a logo to: a PNG or JPEG image, at most 1 MB',
  params: companyId,
  body: z.object({ fileName: requiredText(300) }),
  response: z.object({ url: z.string(), fieldsJson: z.string() }),
})

export const setCompanyLogo = endpoint({
  id: 'super-admin.set-logo',
  method: 'POST',
  path: '/api/super-admin/company-logo/{companyId}',
  summary: 'Make an uploaded image the company’s logo',
  params: companyId,
  body: z.object({
    /** The key of the upload, or the name it was uploaded by. */
    fileName: requiredText(300),
    /** Light is shown on light backgrounds, dark on dark ones. */
    variant: z.enum(LOGO_VARIANTS).default('light'),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const deleteCompanyLogo = endpoint({
  id: 'super-admin.delete-logo',
  method: 'DELETE',
  path: '/api/super-admin/company-logo/{companyId}',
  summary: 'Remove a company’s logo, or both without a variant',
  params: companyId,
  query: z.object({ variant: z.enum(LOGO_VARIANTS).optional() }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const getLogoUrls = endpoint({
  id: 'super-admin.logo-signed-url',
  method: 'GET',
  path: '/api/super-admin/company-logo/{companyId}/signed-url',
  summary: 'Signed addresses of a company’s logos, null where there is none',
  params: companyId,
  response: z.object({ lightLogoUrl: z.string().nullable(), darkLogoUrl: z.string().nullable() }),
})
