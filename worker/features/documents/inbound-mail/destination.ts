import { type MessagePurpose, USUAL_INVOICE_NAME } from '../../../../schema/documents/inbound-mail/values.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import type { BaseContext } from '../../../core/operation.ts'

export interface Company {
  id: string
  emailShortName: string
  flags: string
}

/** What becomes of the files of an email, by the address that it came to. */
export interface Destination {
  purpose: MessagePurpose
  /** The entity of the accounting system whose address it is. */
  erpEntityId: string | null
}

/** ?1 company, ?2 name. An entity that left the accounting system receives nothing more. */
const NAMED = `SELECT a.erp_entity_id AS erpEntityId FROM invoice_addresses a
   WHERE a.company_id = ?1 AND a.short_name = ?2 AND (a.erp_entity_id = '' OR EXISTS (SELECT 1 FROM erp_objects o
     WHERE o.id = a.erp_entity_id AND o.company_id = ?1 AND o.kind = 'ENTITY' AND o.deleted_at IS NULL))
  UNION ALL SELECT '' WHERE ?2 = '${USUAL_INVOICE_NAME}' AND NOT EXISTS (
    SELECT 1 FROM invoice_addresses a WHERE a.company_id = ?1 AND a.erp_entity_id = '')
  LIMIT 1`

/**
 * Null if there is no such address, or the company doesn't pay bills.
 * @param invoices the name of an address for invoices, or null for the company's address for documents
 */
export const destinationOf = async (
  { db }: BaseContext,
  company: Company,
  invoices: string | null,
): Promise<Destination | null> => {
  if (invoices === null) return { purpose: 'DOCUMENTS', erpEntityId: null }
  if (!readCompanyFlags(company.flags).paymentsEnabled) return null
  const found = await db.first<{ erpEntityId: string }>(db.sql(NAMED, company.id, invoices))
  return found && { purpose: 'INVOICES', erpEntityId: found.erpEntityId || null }
}
