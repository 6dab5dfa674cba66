/** NetSuite's refusal of a REST call. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, detail: string) {
    super(detail)
    this.status = status
    this.code = code
  }

  toResponse(headers: Record<string, string> = {}): Response {
    const { status, code, message } = this
    const title = status === 401 ? 'Unauthorized' : status === 429 ? 'Too Many Requests' : 'Bad Request'
    return Response.json(
      {
        type: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5',
        ...{ title, status, 'o:errorDetails': [{ detail: message, 'o:errorCode': code }] },
      },
      { status, headers: { 'content-type': 'application/vnd.oracle.resource+json; type=error', ...headers } },
    )
  }
}

const MOST: Record<string, number> = { companyName: 83, entityId: 83, tranId: 45, memo: 4000, email: 254, phone: 32 }
const LISTS = ['expense', 'item', 'line']

/** A text that is too long refuses the whole record. */
export const checkTexts = (body: Record<string, unknown>): void => {
  for (const [field, most] of Object.entries(MOST)) {
    const value = body[field]
    if (typeof value === 'string' && value.length > most)
      throw new Refusal(
        400,
        'USER_ERROR',
        `Error while accessing a resource. The field ${field.toLowerCase()} contained more than the maximum number ( ${most} ) of characters allowed.`,
      )
  }
  for (const list of LISTS)
    for (const item of (body[list] as { items?: Record<string, unknown>[] } | undefined)?.items ?? []) checkTexts(item)
}
