import { z } from 'zod'
import type { StaffContext } from './operation.ts'
import { signUploadPolicy } from './signed-urls.ts'

const UPLOAD_GRANT_MS = 10 * 60 * 1000
export const UPLOAD_URL = '/files/upload'

/** The form of an upload: the granted fields as they were given, and the file. The key is in the policy too. */
export const uploadForm = z.object({
  policy: z.string().max(4000),
  signature: z.string().max(64),
  key: z.string().max(200).optional(),
  file: z.instanceof(File),
})

/**
 * Grants one upload to the person in their session's company: ten minutes, one key. Until something claims the upload,
 * its row marks it as abandoned.
 * @param fileName with an extension that may be uploaded
 */
export const uploadGrant = async (
  { actor, db, env, clock, newId }: StaffContext,
  fileName: string,
  maxBytes: number,
): Promise<{ statement: D1PreparedStatement; result: { url: string; fieldsJson: string } }> => {
  const now = clock.now()
  const key = `${newId()}.${fileName.split('.').at(-1)?.toLowerCase() ?? ''}`
  const signed = await signUploadPolicy(env.OUTLAY_SIGNING_KEY, {
    key,
    companyId: actor.companyId,
    userId: actor.userId,
    fileName,
    maxBytes,
    expires: now + UPLOAD_GRANT_MS,
  })
  return {
    statement: db.sql(
      'INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at) VALUES (?, ?, ?, ?, ?)',
      key,
      actor.companyId,
      actor.userId,
      fileName,
      now,
    ),
    result: { url: UPLOAD_URL, fieldsJson: JSON.stringify({ key, ...signed }) },
  }
}
