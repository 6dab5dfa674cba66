import { z } from 'zod'
import { fullName } from '../../../../schema/shared/values.ts'
import { byId, newVendorCompanyMember, type VendorCompanyMember } from '../../../../schema/vendors/portal/profile.ts'
import { MOST_MEMBERS } from '../../../../schema/vendors/portal/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, query } from '../../../core/operation.ts'
import { issueVendorLoginToken, limitRate } from '../../platform/session/index.ts'

/** The vendor company's people. All of them can do the same. */

const DAY_MS = 24 * 60 * 60 * 1000
const LINK_DAYS = 7
const HOUR_MS = 60 * 60 * 1000

/** Someone who hasn't joined goes by the name that they were given, whatever else is known of their address. */
export const MEMBER_COLUMNS = `u.id, u.email, m.invited_at IS NULL AS hasJoined,
  COALESCE(m.invited_first_name, u.first_name) AS firstName, COALESCE(m.invited_last_name, u.last_name) AS lastName`

type Row = Omit<VendorCompanyMember, 'hasJoined'> & { hasJoined: number }
export const toMember = (row: object): VendorCompanyMember => {
  const { hasJoined, ...member } = row as Row
  return { ...member, hasJoined: hasJoined === 1 }
}

export const readMembers = query({
  id: 'vendor-portal.members',
  access: 'vendor.work',
  input: z.object({}),
  run: async ({ db, vendor }): Promise<VendorCompanyMember[]> =>
    (
      await db.all<Row>(
        db.sql(
          `SELECT ${MEMBER_COLUMNS} FROM vendor_company_members m CROSS JOIN users u ON u.id = m.user_id
            WHERE m.vendor_company_id = ? AND m.disabled_at IS NULL ORDER BY firstName, lastName, u.email`,
          vendor.vendorCompany.id,
        ),
      )
    ).map(toMember),
})

interface Known {
  id: string
  isMember: number
}

/** Mails a link to sign in. Someone who works for another vendor too keeps their account, and joins by signing in. */
export const addMember = command({
  id: 'vendor-portal.create-member',
  access: 'vendor.work',
  input: newVendorCompanyMember,
  run: async (context, { email, firstName, lastName }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const vendorCompanyId = vendor.vendorCompany.id
    const [people, counts] = await db.batch([
      db.sql(
        `SELECT u.id, EXISTS (SELECT 1 FROM vendor_company_members o WHERE o.vendor_company_id = ?2 AND o.user_id = u.id
                                 AND o.disabled_at IS NULL) AS isMember
           FROM users u INDEXED BY users_email
          WHERE u.email = ?1 AND EXISTS (SELECT 1 FROM vendor_company_members m WHERE m.user_id = u.id) LIMIT 1`,
        ...[email, vendorCompanyId],
      ),
      db.sql(
        'SELECT COUNT(*) AS count FROM vendor_company_members WHERE vendor_company_id = ? AND disabled_at IS NULL',
        vendorCompanyId,
      ),
    ])
    const known = people?.results[0] as unknown as Known | undefined
    if (known?.isMember === 1) throw invalidField('email', 'This person is already a member')
    if (Number(counts?.results[0]?.count) >= MOST_MEMBERS)
      throw new AppError('RULE_BROKEN', `You can have at most ${MOST_MEMBERS} members. Remove someone first.`)
    await limitRate(context, HOUR_MS, [{ key: `vendor-member:${vendorCompanyId}`, max: 60 }])
    const [userId, now] = [known?.id ?? context.newId(), clock.now()]
    const token = await issueVendorLoginToken(context, { userId, vendorCompanyId, lifeMs: LINK_DAYS * DAY_MS })
    return commit(context, {
      subject: 'The member',
      statements: [
        ...(known
          ? []
          : [
              db.sql(
                'INSERT INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)',
                ...[userId, email, firstName, lastName, now],
              ),
            ]),
        db.sql(
          `INSERT INTO vendor_company_members
             (vendor_company_id, user_id, created_at, invited_at, invited_first_name, invited_last_name)
           VALUES (?1, ?2, ?3, ?3, ?4, ?5)
           ON CONFLICT (vendor_company_id, user_id) DO UPDATE SET disabled_at = NULL, invited_at = ?3,
             invited_first_name = ?4, invited_last_name = ?5`,
          ...[vendorCompanyId, userId, now, firstName, lastName],
        ),
        token.statement,
      ],
      audit: [
        {
          changeKey: `vendor-company-member:${context.newId()}`,
          action: 'vendor-company.member-added',
          targetType: 'COMPANY',
          targetId: vendorCompanyId,
          message: `Added ${fullName({ firstName, lastName })} (${email}) as a member`,
          changeData: { userId, email },
        },
      ],
      outbox: [
        {
          topic: 'vendor-portal.member',
          payload: { userId, vendorCompanyId, token: token.secret, invitedBy: fullName(vendor) },
        },
      ],
      result: { id: userId },
    })
  },
})

/** Ends their sessions with the vendor company. Throws RULE_BROKEN for the last member who has joined. */
export const removeMember = command({
  id: 'vendor-portal.remove-member',
  access: 'vendor.work',
  input: byId,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const vendorCompanyId = vendor.vendorCompany.id
    const others = `SELECT 1 FROM vendor_company_members o
       WHERE o.vendor_company_id = ?1 AND o.user_id <> ?2 AND o.disabled_at IS NULL AND o.invited_at IS NULL`
    const found = await db.first<Row & { hasOthers: number }>(
      db.sql(
        `SELECT ${MEMBER_COLUMNS}, EXISTS (${others}) AS hasOthers
           FROM vendor_company_members m CROSS JOIN users u ON u.id = m.user_id
          WHERE m.vendor_company_id = ?1 AND m.user_id = ?2 AND m.disabled_at IS NULL`,
        ...[vendorCompanyId, id],
      ),
    )
    if (!found) throw notFound('The member')
    const member = toMember(found)
    if (found.hasOthers !== 1)
      throw new AppError(
        'RULE_BROKEN',
        'Someone must be able to sign in. Add another member, and remove this one once they have joined.',
        { reason: 'LAST_MEMBER' },
      )
    return commit(context, {
      subject: 'The member',
      statements: [
        db.sql(
          `UPDATE vendor_company_members SET disabled_at = ?3
            WHERE vendor_company_id = ?1 AND user_id = ?2 AND disabled_at IS NULL AND EXISTS (${others})`,
          ...[vendorCompanyId, id, clock.now()],
        ),
        guardOneRow(db),
        ...['vendor_sessions', 'vendor_login_tokens'].map((table) =>
          db.sql(`DELETE FROM ${table} WHERE user_id = ? AND vendor_company_id = ?`, id, vendorCompanyId),
        ),
      ],
      audit: [
        {
          changeKey: `vendor-company-member:${context.newId()}`,
          action: 'vendor-company.member-removed',
          targetType: 'COMPANY',
          targetId: vendorCompanyId,
          message: `Removed ${fullName(member)} (${member.email})`,
          changeData: { userId: id, email: member.email },
        },
      ],
      result: { id },
    })
  },
})
