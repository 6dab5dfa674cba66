import {
  deleteCompanyLogo,
  getLogoUrls,
  grantLogoUpload,
  LOGO_TYPES,
  LOGO_VARIANTS,
  type LogoVariant,
  MAX_LOGO_BYTES,
  setCompanyLogo,
} from '../../../../schema/platform/super-admin/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'
import { uploadGrant } from '../../../core/upload-grant.ts'
import type { StoredCompany } from '../company/index.ts'
import { inCompany } from './in-company.ts'

/** The logos of a company: uploaded pictures, one for light backgrounds and one for dark ones. */

const COLUMN = { light: 'light_logo_key', dark: 'dark_logo_key' } as const
const keyOf = (company: StoredCompany, variant: LogoVariant): string | null =>
  variant === 'light' ? company.lightLogoKey : company.darkLogoKey

const NOT_A_PICTURE = 'Choose a PNG or JPEG image'
const extensionOf = (fileName: string): string => fileName.split('.').at(-1)?.toLowerCase() ?? ''

/** Throws NOT_FOUND, INVALID for anything but a PNG or JPEG image. */
export const grantLogo = command({
  id: 'super-admin.logo-upload-url',
  access: 'platform.administer',
  input: inputOf(grantLogoUpload),
  run: async (context, { companyId, fileName }) => {
    if (!Object.hasOwn(LOGO_TYPES, extensionOf(fileName))) throw invalidField('fileName', NOT_A_PICTURE)
    await inCompany(context, companyId)
    const { statement, result } = await uploadGrant(context, fileName, MAX_LOGO_BYTES)
    return commit(context, { subject: 'The upload', statements: [statement], audit: [], result })
  },
})

interface Upload {
  key: string
  mimeType: string | null
}

/** What the person has uploaded themselves, by its key or else by its name, the newest first. */
const requireUpload = async ({ db, actor }: StaffContext, fileName: string): Promise<string> => {
  const upload = await db.first<Upload>(
    db.sql(
      `SELECT storage_key AS key, mime_type AS mimeType FROM uploads
        WHERE company_id = ?1 AND user_id = ?2 AND document_id IS NULL AND received_at IS NOT NULL AND created_at > 0
          AND (storage_key = ?3 OR file_name = ?3) ORDER BY storage_key = ?3 DESC, created_at DESC LIMIT 1`,
      actor.companyId,
      actor.userId,
      fileName,
    ),
  )
  if (!upload) throw invalidField('fileName', 'Error uploading file')
  if (!Object.values(LOGO_TYPES).includes(upload.mimeType ?? '')) throw invalidField('fileName', NOT_A_PICTURE)
  return upload.key
}

/** In the company's own cell, where the upload may not be known yet. Nothing is claimed twice. */
const claimStatement = ({ db, actor, clock }: StaffContext, companyId: string, key: string): D1PreparedStatement =>
  db.sql(
    `INSERT INTO uploads (storage_key, company_id, user_id, file_name, document_id, created_at) VALUES (?, ?, ?, '', ?, ?)
     ON CONFLICT (storage_key) DO UPDATE SET document_id = excluded.document_id WHERE document_id IS NULL`,
    key,
    companyId,
    actor.userId,
    `company-logo-${companyId}`,
    clock.now(),
  )

/** Writes the keys of these variants. What they held is removed with other abandoned uploads. */
const writeLogos = (
  context: StaffContext,
  company: StoredCompany,
  logos: Partial<Record<LogoVariant, string | null>>,
  message: string,
) => {
  const { db } = context
  const variants = LOGO_VARIANTS.filter((variant) => logos[variant] !== undefined)
  const present = (keys: (variant: LogoVariant) => string | null) =>
    Object.fromEntries(variants.map((variant) => [`${variant}Logo`, keys(variant) !== null]))
  const claimed = variants.flatMap((variant) => logos[variant] ?? [])
  const replaced = variants.flatMap((variant) => keyOf(company, variant) ?? [])
  const version = company.version + 1
  return commit(context, {
    subject: 'The company',
    statements: [
      db.sql(
        `UPDATE companies SET ${variants.map((variant, i) => `${COLUMN[variant]} = ?${i + 3}`).join(', ')},
                version = version + 1 WHERE id = ?1 AND version = ?2`,
        company.id,
        company.version,
        ...variants.map((variant) => logos[variant] ?? null),
      ),
      guardOneRow(db),
      ...claimed.flatMap((key) => [claimStatement(context, company.id, key), guardOneRow(db)]),
      ...replaced.map((key) =>
        db.sql('UPDATE uploads SET document_id = NULL, created_at = 0 WHERE storage_key = ?', key),
      ),
    ],
    audit: [
      {
        changeKey: `company:${company.id}:v${version}:logo`,
        action: 'company.logo-changed',
        targetType: 'COMPANY',
        targetId: company.id,
        message,
        changeData: {
          before: present((variant) => keyOf(company, variant)),
          after: present((variant) => logos[variant] ?? null),
        },
      },
    ],
    result: { id: company.id, version },
  })
}

/** Throws NOT_FOUND, INVALID for what the person hasn't uploaded and for anything but a picture, CONFLICT. */
export const setLogo = command({
  id: 'super-admin.set-logo',
  access: 'platform.administer',
  input: inputOf(setCompanyLogo),
  run: async (context, { companyId, fileName, variant }) => {
    const { inside, company } = await inCompany(context, companyId)
    const key = await requireUpload(context, fileName)
    // The person uploaded it in their own company's cell, which would remove it as abandoned.
    if (inside.db !== context.db)
      await context.db.batch([claimStatement(context, companyId, key), guardOneRow(context.db)])
    return writeLogos(inside, company, { [variant]: key }, `Set the logo for ${variant} backgrounds`)
  },
})

/** Where there is none, nothing changes. Throws NOT_FOUND, CONFLICT. */
export const deleteLogo = command({
  id: 'super-admin.delete-logo',
  access: 'platform.administer',
  input: inputOf(deleteCompanyLogo),
  run: async (context, { companyId, variant }) => {
    const { inside, company } = await inCompany(context, companyId)
    const gone = LOGO_VARIANTS.filter((each) => (variant ?? each) === each && keyOf(company, each) !== null)
    const unchanged = { id: companyId, version: company.version }
    if (gone.length === 0)
      return commit(inside, { subject: 'The company', statements: [], audit: [], result: unchanged })
    const names = gone.join(' and ')
    return writeLogos(
      inside,
      company,
      Object.fromEntries(gone.map((each) => [each, null])),
      `Removed the logo for ${names} backgrounds`,
    )
  },
})

/** Signed for the person's own session. Throws NOT_FOUND. */
export const readLogoUrls = query({
  id: 'super-admin.logo-signed-url',
  access: 'platform.administer',
  input: inputOf(getLogoUrls),
  run: async (context, { companyId }) => {
    const { company } = await inCompany(context, companyId)
    const sign = (key: string | null) => (key ? signedFileUrl(context, { key, disposition: 'inline' }) : null)
    return { lightLogoUrl: await sign(company.lightLogoKey), darkLogoUrl: await sign(company.darkLogoKey) }
  },
})
