import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { answersFollow } from '../../../core/kinds/named-in-answers.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { ReferenceHolder } from '../../../core/references.ts'
import { KEPT } from './kept-keys.ts'

/** Services' references to departments, locations, business units and spend categories, for usage and merging. */

/** A kind of service link, or a column of services. */
export type ServicePlace = { link: 'DEPARTMENT' | 'LOCATION' } | { column: 'business_unit_id' | 'spend_category_id' }

/** Services `s` of the company that refer to the unit. */
const namingSql = (place: ServicePlace, company: string, unit: string): string =>
  'link' in place
    ? `SELECT s.id, s.name FROM service_links k CROSS JOIN services s ON s.id = k.service_id
        WHERE k.company_id = ${company} AND k.kind = '${place.link}' AND k.target_id = ${unit}`
    : `SELECT s.id, s.name FROM services s WHERE s.company_id = ${company} AND s.${place.column} = ${unit}`

/** A condition on unit ?1 of company ?2. */
const unusedByServicesSql = (place: ServicePlace): string => `NOT EXISTS (${namingSql(place, '?2', '?1')})`

/** The services that refer to a unit, as one reason against deleting it. */
const servicesNaming = ({ db, actor }: StaffContext, place: ServicePlace, unitId: string) => ({
  statements: [
    db.sql(
      `SELECT n.id, n.name, COUNT(*) OVER () AS total FROM (${namingSql(place, '?1', '?2')}) n ORDER BY lower(n.name) LIMIT 1`,
      actor.companyId,
      unitId,
    ),
  ],
  reasons: ([first]: Record<string, unknown>[]): InUseReason[] => {
    if (!first) return []
    const others = Number(first.total) - 1
    const text = others ? `The service ${first.name} and ${others} more name it` : `The service ${first.name} names it`
    return [{ kind: 'SERVICE', text, href: hrefOf('SERVICE', String(first.id)) }]
  },
})

/** Replaces a unit by another. Someone editing a service meanwhile gets a conflict. */
const replaceInServices = (
  { db, actor }: StaffContext,
  place: ServicePlace,
  fromId: string,
  toId: string,
): D1PreparedStatement[] => {
  if ('column' in place) {
    return [
      db.sql(
        `UPDATE services SET ${place.column} = ?3, version = version + 1 WHERE company_id = ?1 AND ${place.column} = ?2`,
        actor.companyId,
        fromId,
        toId,
      ),
    ]
  }
  return [
    db.sql(
      `UPDATE services SET version = version + 1 WHERE company_id = ?1 AND id IN (
         SELECT service_id FROM service_links WHERE company_id = ?1 AND kind = '${place.link}' AND target_id = ?2)`,
      actor.companyId,
      fromId,
    ),
    db.sql(
      `INSERT OR IGNORE INTO service_links (company_id, service_id, kind, target_id, ${KEPT})
       SELECT company_id, service_id, kind, ?3, ${KEPT} FROM service_links
        WHERE company_id = ?1 AND kind = '${place.link}' AND target_id = ?2`,
      actor.companyId,
      fromId,
      toId,
    ),
    db.sql(
      `DELETE FROM service_links WHERE company_id = ?1 AND kind = '${place.link}' AND target_id = ?2`,
      actor.companyId,
      fromId,
    ),
  ]
}

export const REFERENCES: ReferenceHolder[] = [
  answersFollow(
    62,
    { table: 'service_answer_values', owner: 'service_id' },
    [
      { name: 'services', owner: 'id' },
      { name: 'service_periods', owner: 'service_id' },
    ],
    true,
  ),
  {
    order: 60,
    uses: (context, { services }, unit) => (services ? servicesNaming(context, services, unit.id) : null),
    unusedSql: ({ services }) => (services ? unusedByServicesSql(services) : null),
    replace: async (context, { services }, fromId, toId) => ({
      changed: {},
      statements: services ? replaceInServices(context, services, fromId, toId) : [],
      audit: [],
    }),
  },
]
