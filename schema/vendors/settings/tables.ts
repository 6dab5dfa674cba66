import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Custom fields of vendors, services and service items: a CustomFormFields as JSON. */
export const customFormFields = sqliteTable(
  'custom_form_fields',
  {
    companyId: text('company_id').notNull(),
    /** Empty for all vendors. */
    vendorCategoryId: text('vendor_category_id').notNull().default(''),
    definition: text('definition').notNull(),
    version: integer('version').notNull().default(1),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.vendorCategoryId] })],
)

/** Which of these fields are columns of the vendor list and of the service list: a CustomColumns as JSON. */
export const vendorServiceCustomColumns = sqliteTable('vendor_service_custom_columns', {
  companyId: text('company_id').primaryKey(),
  definition: text('definition').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: integer('updated_at').notNull(),
})
