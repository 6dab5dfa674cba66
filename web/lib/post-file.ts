import { newCommandId, unauthenticated } from './rest.ts'

export const UPLOAD_FAILED = 'Error uploading file'

/** An upload failed, with a sentence for the person. */
export class UploadError extends Error {}

/** The server's message about the file, such as content that doesn't match its name. */
const messageOf = (body: string): string => {
  try {
    const { fields } = JSON.parse(body) as { fields?: { file?: unknown } }
    return typeof fields?.file === 'string' ? fields.file : UPLOAD_FAILED
  } catch {
    return UPLOAD_FAILED
  }
}

/** XMLHttpRequest, because fetch doesn't report upload progress. Returns the body. */
export const postFile = (
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('idempotency-key', newCommandId())
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.responseText)
      if (request.status === 401) unauthenticated()
      reject(new UploadError(messageOf(request.responseText)))
    }
    request.onerror = () => reject(new UploadError(UPLOAD_FAILED))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
