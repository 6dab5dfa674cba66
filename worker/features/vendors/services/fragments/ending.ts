import { type ServiceCard, type ServiceLinkId, services } from '../../../../../schema/vendors/services/tables.ts'
import { vendorNameSql } from '../../../../core/object-names.ts'
import { columns, computed, type RowOf, select, typed } from '../../../../core/record.ts'

/**
 * Services whose last period ends on day ?2 or later, or never, those first that end first: three rows for each, with
 * all their periods. ?1 is the company, ?3 how many. Archived ones are among them, so that their number is limited, too.
 */

const SERVICE = columns(
  select(services, 's', ['id', 'name', 'vendorId', 'autorenews', 'archivedAt', 'lastEndDate', 'card', 'links']),
  computed<{ vendorName: string | null }>({ vendorName: vendorNameSql('s.vendor_id', '?1') }),
)
type EndingRow = RowOf<typeof SERVICE>

export const ENDING = typed`SELECT ${SERVICE} FROM services s INDEXED BY services_by_end
  WHERE s.company_id = ?1 AND s.last_end_date >= ?2 ORDER BY s.last_end_date, s.id LIMIT ?3`

/** Only those that ?4 owns. */
export const ENDING_OF_OWNER = typed`SELECT ${SERVICE}
  FROM service_links k INDEXED BY service_links_end CROSS JOIN services s ON s.id = k.service_id
  WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?4 AND k.end_date >= ?2
  ORDER BY k.end_date, k.service_id LIMIT ?3`

export const endingOf = ({ card, links, autorenews, ...row }: EndingRow) => ({
  ...row,
  autorenews: autorenews === 1,
  periods: (JSON.parse(card) as ServiceCard).periods,
  ownerIds: (JSON.parse(links) as ServiceLinkId[]).flatMap(({ kind, id }) => (kind === 'OWNER' ? [id] : [])),
})
export type EndingService = ReturnType<typeof endingOf>
