import { postFile, UPLOAD_FAILED, UploadError } from '../../../lib/post-file.ts'
import { NO_SIGNED_URL } from '../../documents/documents/index.ts'

interface Granted {
  url: string
  fieldsJson: string
}

/** Sends a file once the server grants it, and returns its document's id. */
export const sendGranted = async (
  grant: () => Promise<Granted>,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ id: string; key: string }> => {
  const granted = await grant().catch((cause: unknown) => {
    const said =
      cause instanceof Error && 'fields' in cause ? (cause.fields as { fileName?: string } | undefined) : undefined
    throw new UploadError(said?.fileName ?? NO_SIGNED_URL, { cause })
  })
  const form = new FormData()
  const fields = JSON.parse(granted.fieldsJson) as Record<string, string>
  for (const name of ['policy', 'signature']) form.append(name, fields[name] ?? '')
  form.append('file', file)
  const body = JSON.parse(await postFile(granted.url, form, onProgress, signal)) as { id?: string }
  if (!body.id) throw new UploadError(UPLOAD_FAILED)
  return { id: body.id, key: fields.key ?? '' }
}
