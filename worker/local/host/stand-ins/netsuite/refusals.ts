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
