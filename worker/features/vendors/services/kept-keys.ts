/**
 * The sort keys of a service that its links and answers keep, so that an owner's services, or those with an answer,
 * are listed in order. They are written with each of these rows, and again when the vendor is renamed or merged.
 */
export const KEPT_COLUMNS = ['vendor_key', 'name_key', 'end_date']

/** The columns as SQL, and what they hold for a service `s`. */
export const KEPT = KEPT_COLUMNS.join(', ')
export const KEYS_OF_SERVICE = 's.vendor_key, lower(s.name), s.last_end_date'

/** The tables that keep them, besides the services themselves, which keep the vendor's. */
export const KEEPING_TABLES = ['service_links', 'service_answer_values']
