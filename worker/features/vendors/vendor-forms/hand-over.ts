import { guardRows } from '../../../core/database.ts'
import { registerHandOver } from '../../../core/kinds/registry.ts'

/**
 * Forms that wait for a vendor go to someone else when their sender is disabled. What was submitted is a request, and
 * keeps its requester. SQL: ?1 company, ?2 member.
 */
const WAITING = `SELECT i.id, c.name || ' for ' || v.name AS name, i.vendor_id AS vendorId
   FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_waiting
  CROSS JOIN intake_categories c ON c.id = i.intake_category_id
  CROSS JOIN vendors v ON v.id = i.vendor_id
  WHERE i.company_id = ?1 AND i.owner_user_id = ?2 AND i.deleted_at IS NULL AND i.status = 'UNSUBMITTED'
    AND i.revoked_at IS NULL`

registerHandOver({
  kind: 'VENDOR',
  noun: 'form',
  slug: 'vendor-form',
  action: 'vendor-form.handed-over',
  ownedSql: `SELECT o.id, o.name, NULL AS version, json_array(?2) AS owners, 0 AS hasRole, o.vendorId AS recordedBy
    FROM (${WAITING}) o`,
  move: ({ db, actor }, forms, fromUserId, toUserId) => [
    db.sql(
      `UPDATE vendor_form_invitations SET owner_user_id = ?4 WHERE company_id = ?1 AND owner_user_id = ?3
          AND status = 'UNSUBMITTED' AND id IN (SELECT value FROM json_each(?2))`,
      ...[actor.companyId, JSON.stringify(forms.map(({ id }) => id)), fromUserId, toUserId],
    ),
    guardRows(db, forms.length),
  ],
  lists: { vendorForms: { from: `(${WAITING}) o WHERE 1` } },
  words: 'vendor forms they sent',
})
