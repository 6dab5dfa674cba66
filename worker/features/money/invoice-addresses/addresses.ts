import { z } from 'zod'
import {
  invoiceAddress,
  invoiceLocalPart,
  MOST_LOCAL_PART,
  USUAL_INVOICE_NAME,
} from '../../../../schema/documents/inbound-mail/values.ts'
import * as endpoints from '../../../../schema/money/bills/invoice-address-endpoints.ts'
import { withoutEnd } from '../../../../schema/shared/match-key.ts'
import { id } from '../../../../schema/shared/values.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

/** Where vendors email invoices. What arrives there is taken by worker/features/documents/inbound-mail. */

/** The company itself, in rows. */
const COMPANY = ''

interface Row {
  id: string
  name: string
  shortName: string | null
}

const addressOf = ({ actor, env }: StaffContext, shortName: string | null): string | null => {
  const domain = env.OUTLAY_INBOUND_DOMAIN
  const { emailShortName } = actor.company
  return domain && emailShortName && shortName !== null ? invoiceAddress(emailShortName, shortName, domain) : null
}

export const listAddresses = query({
  id: 'payments.list-invoice-addresses',
  access: 'payments.use',
  input: inputOf(endpoints.listInvoiceAddresses),
  run: async (context): Promise<endpoints.InvoiceAddresses> => {
    const { db, actor, env } = context
    const rows = await db.all<Row>(
      db.sql(
        `SELECT '' AS id, '' AS name, coalesce((SELECT short_name FROM invoice_addresses
                WHERE company_id = ?1 AND erp_entity_id = ''), '${USUAL_INVOICE_NAME}') AS shortName
          UNION ALL
         SELECT * FROM (SELECT o.id, o.name, a.short_name FROM erp_objects o INDEXED BY erp_objects_name
           LEFT JOIN invoice_addresses a ON a.company_id = o.company_id AND a.erp_entity_id = o.id
          WHERE o.company_id = ?1 AND o.kind = 'ENTITY' AND o.deleted_at IS NULL ORDER BY o.name_key, o.id LIMIT 100)`,
        actor.companyId,
      ),
    )
    return {
      inboundDomain: env.OUTLAY_INBOUND_DOMAIN || null,
      prefix: endpoints.prefixOf(actor.company.emailShortName),
      addresses: rows.map((row) => ({
        erpEntity: row.id === COMPANY ? null : { id: row.id, name: row.name },
        shortName: row.shortName,
        address: addressOf(context, row.shortName),
      })),
    }
  },
})

interface Target {
  name: string
  shortName: string | null
}

/** The entity, or the company for an empty id. Throws NOT_FOUND. */
const requireTarget = async ({ db, actor }: StaffContext, entityId: string): Promise<Target> => {
  const found = await db.first<Target>(
    db.sql(
      `SELECT ${entityId === COMPANY ? "''" : 'o.name'} AS name, (SELECT short_name FROM invoice_addresses
          WHERE company_id = ?1 AND erp_entity_id = ?2) AS shortName
        ${entityId === COMPANY ? 'WHERE ?2 IS NOT NULL' : "FROM erp_objects o WHERE o.id = ?2 AND o.company_id = ?1 AND o.kind = 'ENTITY' AND o.deleted_at IS NULL"}`,
      ...[actor.companyId, entityId],
    ),
  )
  if (!found) throw notFound('The entity')
  return entityId === COMPANY ? { ...found, shortName: found.shortName ?? USUAL_INVOICE_NAME } : found
}

const requireFitting = ({ actor }: StaffContext, field: string, name: string): void => {
  if (invoiceLocalPart(actor.company.emailShortName, name).length > MOST_LOCAL_PART)
    throw invalidField(field, `What is before the @ can have at most ${MOST_LOCAL_PART} characters`)
}

const taken = (field: string) => (): AppError => invalidField(field, 'Another address has this name')
const UNIQUE = 'invoice_addresses.company_id, invoice_addresses.short_name'

/** The company's usual name becomes a row too, so that no entity takes it. */
const keepOwn = ({ db, actor, clock }: StaffContext): D1PreparedStatement =>
  db.sql(
    `INSERT INTO invoice_addresses (company_id, erp_entity_id, short_name, updated_at) VALUES (?1, '', ?2, ?3)
     ON CONFLICT (company_id, erp_entity_id) DO NOTHING`,
    ...[actor.companyId, USUAL_INVOICE_NAME, clock.now()],
  )

interface Changed {
  entityId: string
  target: Target
  shortName: string | null
}

const auditOf = (context: StaffContext, { entityId, target, shortName }: Changed): Change<null>['audit'] => {
  const of = target.name === '' ? 'the company' : target.name
  const now = addressOf(context, shortName) ?? shortName
  return [
    {
      changeKey: `invoice-address:${context.newId()}`,
      action: 'payments.invoice-address-changed',
      targetType: 'COMPANY',
      targetId: context.actor.companyId,
      message:
        shortName === null ? `Removed the invoice address of ${of}` : `Changed the invoice address of ${of} to ${now}`,
      changeData: { erpEntityId: entityId || null, before: target.shortName, after: shortName },
    },
  ]
}

/** Gives an entity an address for its invoices, or none for an empty name. */
export const setEntityAddress = command({
  id: 'mutation.setErpEntityEmail',
  access: 'payments.configure',
  input: z.object({ erpEntityId: id, emailShortName: endpoints.addressName }),
  run: async (context, { erpEntityId, emailShortName }) => {
    const { db, actor, clock } = context
    const target = await requireTarget(context, erpEntityId)
    requireFitting(context, 'emailShortName', emailShortName)
    const shortName = emailShortName || null
    return commit(context, {
      subject: 'The address',
      statements: [
        keepOwn(context),
        shortName === null
          ? db.sql(
              'DELETE FROM invoice_addresses WHERE company_id = ?1 AND erp_entity_id = ?2',
              actor.companyId,
              erpEntityId,
            )
          : db.sql(
              `INSERT INTO invoice_addresses (company_id, erp_entity_id, short_name, updated_at) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (company_id, erp_entity_id) DO UPDATE SET short_name = ?3, updated_at = ?4`,
              ...[actor.companyId, erpEntityId, shortName, clock.now()],
            ),
      ],
      audit: target.shortName === shortName ? [] : auditOf(context, { entityId: erpEntityId, target, shortName }),
      onDuplicate: { [UNIQUE]: taken('emailShortName') },
      result: { id: erpEntityId },
    })
  },
})

const RANDOM_END = /-[a-z]{2}\d{4}$/
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'

/** Something that no one guesses: two letters and four digits. */
const randomEnd = (): string => {
  const [a = 0, b = 0, digits = 0] = crypto.getRandomValues(new Uint32Array(3))
  const letter = (at: number): string => LETTERS[at % LETTERS.length] ?? 'a'
  return `-${letter(a)}${letter(b)}${String(digits % 10_000).padStart(4, '0')}`
}

/** Throws CONFLICT if someone else replaced it meanwhile. */
export const renewAddress = command({
  id: 'payments.renew-invoice-address',
  access: 'payments.configure',
  input: inputOf(endpoints.renewInvoiceAddress),
  run: async (context, { erpEntityId, shortName: former }) => {
    const { db, actor, clock } = context
    const entityId = erpEntityId ?? COMPANY
    const target = await requireTarget(context, entityId)
    if (target.shortName === null || target.shortName !== former)
      throw new AppError('CONFLICT', 'This address was changed meanwhile. Look at it again.', {
        reason: 'ADDRESS_CHANGED',
      })
    const end = randomEnd()
    const room = MOST_LOCAL_PART - invoiceLocalPart(actor.company.emailShortName, '').length - end.length
    if (room < 1) throw invalidField('shortName', `What is before the @ can have at most ${MOST_LOCAL_PART} characters`)
    const kept = Math.min(room, endpoints.MOST_ADDRESS_NAME - end.length)
    const shortName = `${withoutEnd(former.replace(RANDOM_END, '').slice(0, kept), '.-')}${end}`
    return commit(context, {
      subject: 'The address',
      statements: [
        keepOwn(context),
        db.sql(
          `UPDATE invoice_addresses SET short_name = ?3, updated_at = ?4
            WHERE company_id = ?1 AND erp_entity_id = ?2 AND short_name = ?5`,
          ...[actor.companyId, entityId, shortName, clock.now(), former],
        ),
        guardOneRow(db),
      ],
      audit: auditOf(context, { entityId, target, shortName }),
      onDuplicate: { [UNIQUE]: taken('shortName') },
      result: { shortName, address: addressOf(context, shortName) },
    })
  },
})
